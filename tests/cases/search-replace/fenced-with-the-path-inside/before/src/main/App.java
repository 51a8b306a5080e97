class App {
    Buecher b = new Buecher();
}
