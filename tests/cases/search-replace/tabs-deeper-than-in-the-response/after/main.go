func run() {
	if ready {
		start()
		watch()
	}
}
