package main

import (
	"encoding/json"
	"log"
	"net/http"
)

type health struct {
	Status string `json:"status"`
}

func handleHealth(w http.ResponseWriter, r *http.Request) {
	json.NewEncoder(w).Encode(health{Status: "ok"})
}

func main() {
	http.HandleFunc("/health", handleHealth)
	log.Println("listening on :8080")
	log.Fatal(http.ListenAndServe(":8080", nil))
}
