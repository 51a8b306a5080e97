use std::env;
use std::fs;

mod counter;

fn main() {
    let args: Vec<String> = env::args().collect();
    let path = &args[1];
    let text = fs::read_to_string(path).unwrap();
    let counts = counter::count(&text);
    for (word, n) in counts {
        println!("{} {}", word, n);
    }
}
