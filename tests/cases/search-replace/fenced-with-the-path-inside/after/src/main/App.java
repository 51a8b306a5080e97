class App {
    Buecher books = new Buecher();
}
