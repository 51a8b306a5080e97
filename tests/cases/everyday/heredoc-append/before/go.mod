module example.com/shop

go 1.19

require github.com/gorilla/mux v1.8.0
