package cart

// Item is one line of a cart.
type Item struct {
	ID       string
	Quantity int
}

// Store keeps items in memory.
type Store struct {
	items map[string]Item
}

var store = &Store{items: map[string]Item{}}

// All returns all items.
func (s *Store) All() []Item {
	result := []Item{}
	for _, item := range s.items {
		result = append(result, item)
	}
	return result
}

// Put stores an item.
func (s *Store) Put(item Item) {
	s.items[item.ID] = item
}
