package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: hello NAME")
		os.Exit(2)
	}
	fmt.Println("hello", os.Args[1])
}
