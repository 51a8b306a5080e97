fn main() {
    setup();
    run();
}
