use std::fs::OpenOptions;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::error::AppError;

pub struct Lock(PathBuf);

impl Lock {
    pub fn acquire(path: PathBuf, timeout: Duration) -> Result<Self, AppError> {
        let start = Instant::now();
        loop {
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(_) => return Ok(Lock(path)),
                Err(_) if start.elapsed() < timeout => sleep(Duration::from_millis(20)),
                Err(_) => return Err(AppError::Locked(timeout)),
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
