package m

func a() int {
	return 1
}

func b() int {
	return 1
}

func c() int {
	return 1
}
