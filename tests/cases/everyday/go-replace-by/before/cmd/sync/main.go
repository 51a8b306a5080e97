package main

import (
	"log"
	"os"
	"path/filepath"
)

type Syncer struct {
	Src   string
	Dst   string
	Files []string
	Dirs  []string
}

func (s *Syncer) CopyFiles() error {
	for _, name := range s.Files {
		src := filepath.Join(s.Src, name)
		dst := filepath.Join(s.Dst, name)
		if err := copyFile(src, dst); err != nil {
			return err
		}
	}
	return nil
}

func (s *Syncer) CopyDirs() error {
	for _, name := range s.Dirs {
		src := filepath.Join(s.Src, name)
		dst := filepath.Join(s.Dst, name)
		if err := copyDir(src, dst); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	s := &Syncer{Src: os.Args[1], Dst: os.Args[2]}
	if err := s.CopyFiles(); err != nil {
		log.Fatal(err)
	}
	if err := s.CopyDirs(); err != nil {
		log.Fatal(err)
	}
}
