fn main() {
    let port = 8080;
    println!("listening on {port}");
}
