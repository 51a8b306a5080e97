package store

import (
	"context"
	"database/sql"
)

type User struct {
	ID    int64
	Email string
}

type Store struct {
	db *sql.DB
}

func (s *Store) UserByEmail(ctx context.Context, email string) (*User, error) {
	var u User
	err := s.db.QueryRowContext(ctx, "SELECT id, email FROM users WHERE email = $1", email).Scan(&u.ID, &u.Email)
	if err != nil {
		return nil, err
	}
	return &u, nil
}

func (s *Store) Close() error {
	return s.db.Close()
}
