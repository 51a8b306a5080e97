use std::fmt;

#[derive(Debug)]
pub enum AppError {
    Io(std::io::Error),
    Parse(String),
    NotFound { key: String },
}

impl fmt::Display for AppError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AppError::Io(e) => write!(f, "io error: {e}"),
            AppError::Parse(s) => write!(f, "parse error: {s}"),
            AppError::NotFound { key } => write!(f, "no such key: {key}"),
        }
    }
}

impl AppError {
    pub fn exit_code(&self) -> i32 {
        match self {
            AppError::Io(_) => 74,
            AppError::Parse(_) => 65,
            AppError::NotFound { .. } => 1,
        }
    }
}

impl std::error::Error for AppError {}

impl From<std::io::Error> for AppError {
    fn from(e: std::io::Error) -> Self {
        AppError::Io(e)
    }
}
