package cmd

import (
	"fmt"
	"os"
)

var verbose bool

func Execute() {
	if len(os.Args) < 2 {
		fmt.Println("usage: tool FILE")
		os.Exit(1)
	}
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	fmt.Println(len(data))
}
