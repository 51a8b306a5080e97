package store

import "errors"

type Link struct {
	Key string
	URL string
}

var (
	mu    sync.RWMutex
	links = map[string]Link{}
)

var ErrNotFound = errors.New("not found")

func Get(key string) (Link, error) {
	mu.RLock()
	defer mu.RUnlock()
	link, ok := links[key]
	if !ok {
		return Link{}, ErrNotFound
	}
	return link, nil
}

func Put(link Link) {
	mu.Lock()
	defer mu.Unlock()
	links[link.Key] = link
}
