func run() {
	if ready {
		start()
	}
}
