package store

import (
	"errors"
	"sync"
	"time"
)

var (
	ErrNotFound = errors.New("link not found")
	ErrExists   = errors.New("code already taken")
)

// Link is one short link.
type Link struct {
	Code      string    `json:"code"`
	URL       string    `json:"url"`
	Hits      int       `json:"hits"`
	CreatedAt time.Time `json:"created_at"`
}

// Store keeps all links in memory.
type Store struct {
	mu    sync.Mutex
	links map[string]*Link
}

// New returns an empty store.
func New() *Store {
	return &Store{links: make(map[string]*Link)}
}

// Create adds a link under the given code.
func (s *Store) Create(code, url string) (*Link, error) {
	s.mu.Lock()
	defer s.mu.Unlock()

	if _, ok := s.links[code]; ok {
		return nil, ErrExists
	}
	l := &Link{Code: code, URL: url, CreatedAt: time.Now()}
	s.links[code] = l
	return l, nil
}

// Get returns the link for a code.
func (s *Store) Get(code string) (*Link, error) {
	s.mu.Lock()
	defer s.mu.Unlock()

	l, ok := s.links[code]
	if !ok {
		return nil, ErrNotFound
	}
	return l, nil
}

// Hit counts one visit and returns the link.
func (s *Store) Hit(code string) (*Link, error) {
	s.mu.Lock()
	defer s.mu.Unlock()

	l, ok := s.links[code]
	if !ok {
		return nil, ErrNotFound
	}
	l.Hits++
	return l, nil
}

// Delete removes a link.
func (s *Store) Delete(code string) error {
	s.mu.Lock()
	defer s.mu.Unlock()

	if _, ok := s.links[code]; !ok {
		return ErrNotFound
	}
	delete(s.links, code)
	return nil
}

// List returns all links.
func (s *Store) List() []*Link {
	s.mu.Lock()
	defer s.mu.Unlock()

	out := make([]*Link, 0, len(s.links))
	for _, l := range s.links {
		out = append(out, l)
	}
	return out
}
