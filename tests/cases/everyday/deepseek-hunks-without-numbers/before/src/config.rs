use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;

pub struct Config {
    values: HashMap<String, String>,
}

impl Config {
    pub fn load(path: &Path) -> io::Result<Self> {
        let text = fs::read_to_string(path)?;
        let mut values = HashMap::new();
        for line in text.lines() {
            let parts: Vec<&str> = line.splitn(2, '=').collect();
            values.insert(parts[0].to_string(), parts[1].to_string());
        }
        Ok(Config { values })
    }

    pub fn get(&self, key: &str) -> Option<&String> {
        self.values.get(key)
    }
}
