return {
  width = 800,
  height = 600,
  title = "Game",
  vsync = true,
}
