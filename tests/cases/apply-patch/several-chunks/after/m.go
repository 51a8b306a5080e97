package m

func a() int {
	return 10
}

func b() int {
	return 1
}

func c() int {
	return 30
}
