mod error;
mod store;

use error::AppError;
use store::Store;

fn main() {
    if let Err(e) = run() {
        eprintln!("{e}");
        std::process::exit(e.exit_code());
    }
}

fn run() -> Result<(), AppError> {
    let store = Store::open("data.kv")?;
    let key = std::env::args().nth(1).unwrap_or_default();
    println!("{}", store.get(&key)?);
    Ok(())
}
