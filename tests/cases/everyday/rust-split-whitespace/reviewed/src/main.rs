use std::env;
use std::fs;

mod count;

fn main() {
    let path = env::args().nth(1).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let counts = count::count(&text);
    println!("{} {} {}", counts.lines, counts.words, path);
}
