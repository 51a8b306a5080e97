package store

import "errors"

var ErrNotFound = errors.New("not found")

type Store struct {
	items map[string]string
}

func (s *Store) Get(key string) (string, error) {
	value, ok := s.items[key]
	if !ok {
		return "", ErrNotFound
	}
	return value, nil
}
