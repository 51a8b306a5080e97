use std::collections::HashMap;
use std::time::{Duration, Instant};

pub struct Entry<V> {
    value: V,
    stored: Instant,
}

pub struct Cache<V> {
    entries: HashMap<String, Entry<V>>,
    lifetime: Duration,
}

impl<V: Clone> Cache<V> {
    pub fn new(lifetime: Duration) -> Self {
        Cache {
            entries: HashMap::new(),
            lifetime,
        }
    }

    pub fn put(&mut self, key: &str, value: V) {
        self.entries.insert(
            key.to_string(),
            Entry {
                value,
                stored: Instant::now(),
            },
        );
    }

    pub fn get(&self, key: &str) -> Option<V> {
        let entry = self.entries.get(key)?;
        if entry.stored.elapsed() > self.lifetime {
            return None;
        }
        Some(entry.value.clone())
    }

    pub fn purge(&mut self) {
        let lifetime = self.lifetime;
        self.entries.retain(|_, entry| entry.stored.elapsed() <= lifetime);
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }
}
