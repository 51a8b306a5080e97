package cache

import "testing"

func TestGet(t *testing.T) {
	c := New()
	c.Set("a", "1")
	if v, _ := c.Get("a"); v != "1" {
		t.Fatalf("got %q", v)
	}
}
