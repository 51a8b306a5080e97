package main

import (
	"flag"
	"log"
	"net/http"

	"github.com/go-chi/chi/v5"

	"example.com/shortly/internal/api"
	"example.com/shortly/internal/store"
)

func main() {
	addr := flag.String("addr", ":8080", "listen address")
	flag.Parse()

	st := store.New()
	h := api.NewHandler(st)

	r := chi.NewRouter()
	r.Get("/healthz", h.Health)
	r.Post("/links", h.CreateLink)
	r.Get("/links", h.ListLinks)
	r.Get("/links/{code}", h.GetLink)
	r.Delete("/links/{code}", h.DeleteLink)
	r.Get("/{code}", h.Redirect)

	log.Printf("listening on %s", *addr)
	if err := http.ListenAndServe(*addr, r); err != nil {
		log.Fatal(err)
	}
}
