package main

import "fmt"

func name() string {
	return "n"
}
