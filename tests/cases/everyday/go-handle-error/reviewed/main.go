package main

import (
	"fmt"
	"log"
	"net/http"

	"example.com/links/store"
)

func redirect(w http.ResponseWriter, r *http.Request) {
	key := r.URL.Path[1:]
	link, err := store.Get(key)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	http.Redirect(w, r, link.URL, 302)
}

func main() {
	http.HandleFunc("/", redirect)
	fmt.Println("listening")
	log.Fatal(http.ListenAndServe(":8080", nil))
}
