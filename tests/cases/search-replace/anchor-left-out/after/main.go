package main

import "fmt"

func greet() {
	fmt.Println("hello")
}
	return "n"
}
