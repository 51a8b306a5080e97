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
	log.Fatal(http.ListenAndServe(":8080", r))
}
