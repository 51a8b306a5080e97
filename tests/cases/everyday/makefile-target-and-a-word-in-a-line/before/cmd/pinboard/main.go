package main

import (
	"flag"
	"log"

	"example.com/pinboard/internal/config"
	"example.com/pinboard/internal/server"
)

var version = "dev"

func main() {
	path := flag.String("config", "app.conf", "configuration file")
	flag.Parse()

	cfg, err := config.Load(*path)
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("pinboard %s on %s", version, cfg.Listen)
	log.Fatal(server.Run(cfg))
}
