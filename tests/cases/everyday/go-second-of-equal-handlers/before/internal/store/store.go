package store

import (
	"context"
	"database/sql"
	"errors"
)

var ErrNotFound = errors.New("store: not found")

type Order struct {
	ID     string `json:"id"`
	Status string `json:"status"`
	Total  int64  `json:"total"`
}

type Store struct {
	DB *sql.DB
}

func (s *Store) Order(ctx context.Context, id string) (*Order, error) {
	var o Order
	err := s.DB.QueryRowContext(ctx, `SELECT id, status, total FROM orders WHERE id = $1`, id).
		Scan(&o.ID, &o.Status, &o.Total)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return &o, nil
}
