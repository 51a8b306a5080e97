fn main() {
    let port = 80;
    println!("{port}");
}
