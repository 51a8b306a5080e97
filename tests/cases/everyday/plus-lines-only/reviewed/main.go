package main

import (
	"log"
	"net/http"

	"example.com/shop/internal/cart"
	"github.com/gorilla/mux"
)

func main() {
	r := mux.NewRouter()
	r.HandleFunc("/cart", cart.Show).Methods("GET")
	r.HandleFunc("/cart", cart.Add).Methods("POST")
	r.HandleFunc("/health", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusOK)
	})
	log.Fatal(http.ListenAndServe(":8080", r))
}
