package list

var names = []string{}
