use std::collections::HashMap;
use std::fs;

use crate::error::AppError;

pub struct Store {
    map: HashMap<String, String>,
}

impl Store {
    pub fn open(path: &str) -> Result<Self, AppError> {
        let text = fs::read_to_string(path)?;
        let mut map = HashMap::new();
        for line in text.lines() {
            let (k, v) = line
                .split_once('=')
                .ok_or_else(|| AppError::Parse(line.to_string()))?;
            map.insert(k.to_string(), v.to_string());
        }
        Ok(Self { map })
    }

    pub fn get(&self, key: &str) -> Result<&str, AppError> {
        self.map
            .get(key)
            .map(String::as_str)
            .ok_or_else(|| AppError::NotFound { key: key.to_string() })
    }
}
