mod error;
mod lock;
mod store;

use std::time::Duration;

use error::AppError;
use lock::Lock;
use store::Store;

fn main() {
    if let Err(e) = run() {
        eprintln!("{e}");
        std::process::exit(e.exit_code());
    }
}

fn run() -> Result<(), AppError> {
    let _lock = Lock::acquire("data.kv.lock".into(), Duration::from_secs(2))?;
    let store = Store::open("data.kv")?;
    let key = std::env::args().nth(1).unwrap_or_default();
    println!("{}", store.get(&key)?);
    Ok(())
}
