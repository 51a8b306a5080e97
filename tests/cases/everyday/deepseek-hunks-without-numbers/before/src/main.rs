mod config;

use std::path::Path;

use config::Config;

fn main() {
    let config = Config::load(Path::new("app.conf")).unwrap();
    let port = config.get("port").unwrap();
    println!("port: {}", port);
}
