package list

var names = []string{}
var ages = []int{}
var towns = []string{}
