class Bücher {
    private String t;
}
