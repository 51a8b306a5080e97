package store

import (
	"errors"
	"sync"
)

var ErrNotFound = errors.New("not found")

type Store struct {
	mu    sync.Mutex
	items map[string]string
}

func New() *Store {
	return &Store{items: map[string]string{}}
}

func (s *Store) Get(key string) (string, error) {
	value, ok := s.items[key]
	if !ok {
		return "", ErrNotFound
	}
	return value, nil
}

func (s *Store) Set(key, value string) {
	s.items[key] = value
}

func (s *Store) Len() int {
	total := 0
	for _, value := range s.items {
		total += len(value)
	}
	return total
}
