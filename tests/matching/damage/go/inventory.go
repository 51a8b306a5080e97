// Package inventory keeps track of what lies in a warehouse and what was promised to customers.
package inventory

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"
	"sync"
	"time"
)

// ErrUnknownItem is returned for a name that was never stocked.
var ErrUnknownItem = errors.New("inventory: unknown item")

// ErrShort is returned when more is asked for than there is.
var ErrShort = errors.New("inventory: not enough in stock")

const (
	defaultReorder = 12
	maxReservation = 48 * time.Hour
)

// Item is one kind of thing on the shelves.
type Item struct {
	Name     string            `json:"name"`
	Count    int               `json:"count"`
	Reserved int               `json:"reserved,omitempty"`
	Reorder  int               `json:"reorder"`
	Labels   map[string]string `json:"labels,omitempty"`
}

// Free is how many of an item nobody has reserved.
func (item *Item) Free() int {
	free := item.Count - item.Reserved
	if free < 0 {
		return 0
	}
	return free
}

type reservation struct {
	id      string
	item    string
	count   int
	expires time.Time
}

// Store holds all items. It can be used from several goroutines.
type Store struct {
	mu           sync.RWMutex
	items        map[string]*Item
	reservations map[string]reservation
	now          func() time.Time
	onLow        []func(Item)
}

// Option changes how a Store is made.
type Option func(*Store)

// WithClock replaces the clock, mostly for tests.
func WithClock(now func() time.Time) Option {
	return func(store *Store) {
		store.now = now
	}
}

// OnLow calls notify whenever an item falls below its reorder level.
func OnLow(notify func(Item)) Option {
	return func(store *Store) {
		store.onLow = append(store.onLow, notify)
	}
}

// New makes an empty store.
func New(options ...Option) *Store {
	store := &Store{
		items:        make(map[string]*Item),
		reservations: make(map[string]reservation),
		now:          time.Now,
	}
	for _, option := range options {
		option(store)
	}
	return store
}

// Add puts count more of an item on the shelf and makes it known if it was not.
func (store *Store) Add(name string, count int) (*Item, error) {
	if count <= 0 {
		return nil, fmt.Errorf("inventory: cannot add %d of %q", count, name)
	}
	store.mu.Lock()
	defer store.mu.Unlock()

	item, known := store.items[name]
	if !known {
		item = &Item{Name: name, Reorder: defaultReorder}
		store.items[name] = item
	}
	item.Count += count
	return item, nil
}

// Take removes count of an item, reserved ones aside.
func (store *Store) Take(name string, count int) error {
	store.mu.Lock()
	item, known := store.items[name]
	if !known {
		store.mu.Unlock()
		return fmt.Errorf("take %q: %w", name, ErrUnknownItem)
	}
	if item.Free() < count {
		store.mu.Unlock()
		return fmt.Errorf("take %d of %q, %d free: %w", count, name, item.Free(), ErrShort)
	}
	item.Count -= count
	isLow := item.Count < item.Reorder
	snapshot := *item
	store.mu.Unlock()

	if isLow {
		for _, notify := range store.onLow {
			notify(snapshot)
		}
	}
	return nil
}

// Reserve keeps count of an item for somebody until the reservation expires.
func (store *Store) Reserve(ctx context.Context, id, name string, count int, keep time.Duration) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if keep > maxReservation {
		keep = maxReservation
	}
	store.mu.Lock()
	defer store.mu.Unlock()
	store.expire()

	item, known := store.items[name]
	switch {
	case !known:
		return fmt.Errorf("reserve %q: %w", name, ErrUnknownItem)
	case item.Free() < count:
		return fmt.Errorf("reserve %d of %q: %w", count, name, ErrShort)
	}
	if _, taken := store.reservations[id]; taken {
		return fmt.Errorf("reserve: %q is used already", id)
	}
	item.Reserved += count
	store.reservations[id] = reservation{
		id:      id,
		item:    name,
		count:   count,
		expires: store.now().Add(keep),
	}
	return nil
}

// Release gives back what was reserved. It is no error if there was nothing.
func (store *Store) Release(id string) {
	store.mu.Lock()
	defer store.mu.Unlock()
	if kept, found := store.reservations[id]; found {
		store.items[kept.item].Reserved -= kept.count
		delete(store.reservations, id)
	}
}

func (store *Store) expire() {
	now := store.now()
	for id, kept := range store.reservations {
		if now.After(kept.expires) {
			store.items[kept.item].Reserved -= kept.count
			delete(store.reservations, id)
		}
	}
}

// Matching lists the items whose name holds a word or that carry it as a label, by name.
func (store *Store) Matching(word string) []Item {
	store.mu.RLock()
	defer store.mu.RUnlock()

	wanted := strings.ToLower(word)
	var found []Item
	for _, item := range store.items {
		if strings.Contains(strings.ToLower(item.Name), wanted) {
			found = append(found, *item)
			continue
		}
		for key, value := range item.Labels {
			if strings.EqualFold(key, word) || strings.EqualFold(value, word) {
				found = append(found, *item)
				break
			}
		}
	}
	sort.Slice(found, func(i, j int) bool {
		return found[i].Name < found[j].Name
	})
	return found
}

// WriteTo writes all items as JSON, one a line.
func (store *Store) WriteTo(out io.Writer) error {
	encoder := json.NewEncoder(out)
	for _, item := range store.Matching("") {
		if err := encoder.Encode(item); err != nil {
			return fmt.Errorf("inventory: write %q: %w", item.Name, err)
		}
	}
	return nil
}

// Read fills a new store from what WriteTo wrote.
func Read(in io.Reader, options ...Option) (*Store, error) {
	store := New(options...)
	decoder := json.NewDecoder(in)
	for line := 1; ; line++ {
		var item Item
		err := decoder.Decode(&item)
		if errors.Is(err, io.EOF) {
			return store, nil
		}
		if err != nil {
			return nil, fmt.Errorf("inventory: line %d: %w", line, err)
		}
		if item.Reorder == 0 {
			item.Reorder = defaultReorder
		}
		item.Reserved = 0
		store.items[item.Name] = &item
	}
}
