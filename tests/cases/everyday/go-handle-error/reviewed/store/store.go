package store

import "errors"

type Link struct {
	Key string
	URL string
}

var links = map[string]Link{}

var ErrNotFound = errors.New("not found")

func Get(key string) (Link, error) {
	link, ok := links[key]
	if !ok {
		return Link{}, ErrNotFound
	}
	return link, nil
}

func Put(link Link) {
	links[link.Key] = link
}
