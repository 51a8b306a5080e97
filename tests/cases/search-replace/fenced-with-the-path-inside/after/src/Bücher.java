class Bücher {
    private String title;
}
