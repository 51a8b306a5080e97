package store

import "testing"

func TestGetOfAMissingKey(t *testing.T) {
	if _, err := New().Get("a"); err != ErrNotFound {
		t.Fatalf("got %v", err)
	}
}
