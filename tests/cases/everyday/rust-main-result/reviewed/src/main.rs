use std::env;
use std::fs;

mod count;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = env::args().nth(1).ok_or("usage: wc FILE")?;
    let text = fs::read_to_string(&path)?;
    let counts = count::count(&text);
    println!("{} {} {}", counts.lines, counts.words, path);
    Ok(())
}
