return {
  width = 1920,
  height = 1080,
  title = "Game",
}
