package server

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"time"
)

type Server struct {
	store Store
	http  *http.Server
}

type Store interface {
	Find(ctx context.Context, id string) (Item, error)
}

type Item struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func New(store Store, address string) *Server {
	s := &Server{store: store}
	mux := http.NewServeMux()
	mux.HandleFunc("/items/", s.item)
	s.http = &http.Server{Addr: address, Handler: mux}
	return s
}

func (s *Server) Run() error {
	log.Printf("listening on %s", s.http.Addr)
	return s.http.ListenAndServe()
}

func (s *Server) item(w http.ResponseWriter, r *http.Request) {
	id := r.URL.Path[len("/items/"):]
	item, err := s.store.Find(context.Background(), id)
	if err != nil {
		http.Error(w, err.Error(), 500)
		return
	}
	json.NewEncoder(w).Encode(item)
}

func (s *Server) Stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return s.http.Shutdown(ctx)
}
