package api

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/shortly/internal/store"
)

func TestHealth(t *testing.T) {
	h := NewHandler(store.New())
	rec := httptest.NewRecorder()
	h.Health(rec, httptest.NewRequest(http.MethodGet, "/healthz", nil))
	if rec.Code != http.StatusOK {
		t.Fatalf("status = %d, want 200", rec.Code)
	}
}

func TestCreateLink(t *testing.T) {
	h := NewHandler(store.New())
	rec := httptest.NewRecorder()
	body := strings.NewReader(`{"code":"go","url":"https://go.dev"}`)
	h.CreateLink(rec, httptest.NewRequest(http.MethodPost, "/links", body))
	if rec.Code != http.StatusCreated {
		t.Fatalf("status = %d, want 201", rec.Code)
	}
}

func TestCreateLinkBadJSON(t *testing.T) {
	h := NewHandler(store.New())
	rec := httptest.NewRecorder()
	body := strings.NewReader(`{"code":`)
	h.CreateLink(rec, httptest.NewRequest(http.MethodPost, "/links", body))
	if rec.Code != http.StatusBadRequest {
		t.Fatalf("status = %d, want 400", rec.Code)
	}
}
