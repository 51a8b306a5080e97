use std::env;
use std::fs;

mod counter;

fn main() {
    let args: Vec<String> = env::args().collect();
    let path = match env::args().nth(1) {
        Some(path) => path,
        None => {
            eprintln!("usage: wordcount FILE");
            std::process::exit(1);
        }
    };
    let text = fs::read_to_string(path).unwrap();
    let counts = counter::count(&text);
    for (word, n) in counts {
        println!("{} {}", word, n);
    }
}
