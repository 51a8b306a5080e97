fn main() {
    todo!();
}
