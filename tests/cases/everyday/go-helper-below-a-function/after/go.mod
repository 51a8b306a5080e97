module example.com/shortly

go 1.21

require github.com/go-chi/chi/v5 v5.0.11
