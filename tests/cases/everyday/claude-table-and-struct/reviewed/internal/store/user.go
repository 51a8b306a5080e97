package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

var ErrNotFound = errors.New("user not found")

type User struct {
	ID        int64
	Email     string
	Name      string
	LastLogin *time.Time
}

type Store struct {
	db *sql.DB
}

func (s *Store) UserByEmail(ctx context.Context, email string) (*User, error) {
	const query = `SELECT id, email, name, last_login FROM users WHERE email = $1`
	var u User
	err := s.db.QueryRowContext(ctx, query, email).Scan(&u.ID, &u.Email, &u.Name, &u.LastLogin)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return &u, nil
}

func (s *Store) Close() error {
	return s.db.Close()
}
