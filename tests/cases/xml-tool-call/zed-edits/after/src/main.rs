fn main() {
    let _ = 1;
    let x = 1;

    println!("b");
}