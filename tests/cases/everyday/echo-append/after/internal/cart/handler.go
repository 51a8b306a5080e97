package cart

import (
	"encoding/json"
	"net/http"
)

func Show(w http.ResponseWriter, r *http.Request) {
	items := store.All()
	json.NewEncoder(w).Encode(items)
}

func Add(w http.ResponseWriter, r *http.Request) {
	var item Item
	json.NewDecoder(r.Body).Decode(&item)
	store.Put(item)
	w.WriteHeader(http.StatusCreated)
}
