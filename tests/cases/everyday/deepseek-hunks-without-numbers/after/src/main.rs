mod config;

use std::path::Path;

use config::Config;

fn main() -> std::io::Result<()> {
    let config = Config::load(Path::new("app.conf"))?;
    let port = config.get("port").unwrap_or("8080");
    println!("port: {port}");
    Ok(())
}
