package api

import (
	"encoding/json"
	"errors"
	"net/http"

	"github.com/go-chi/chi/v5"

	"example.com/shortly/internal/store"
)

// Handler serves the HTTP API.
type Handler struct {
	store *store.Store
}

// NewHandler returns a Handler on top of st.
func NewHandler(st *store.Store) *Handler {
	return &Handler{store: st}
}

type createRequest struct {
	Code string `json:"code"`
	URL  string `json:"url"`
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v)
}

func writeError(w http.ResponseWriter, status int, err error) {
	writeJSON(w, status, map[string]string{"error": err.Error()})
}

// Health reports that the server is up.
func (h *Handler) Health(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

// CreateLink handles POST /links.
func (h *Handler) CreateLink(w http.ResponseWriter, r *http.Request) {
	var req createRequest
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
		writeError(w, http.StatusBadRequest, err)
		return
	}
	l, err := h.store.Create(req.Code, req.URL)
	if err != nil {
		writeError(w, http.StatusInternalServerError, err)
		return
	}
	writeJSON(w, http.StatusCreated, l)
}

// ListLinks handles GET /links.
func (h *Handler) ListLinks(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, http.StatusOK, h.store.List())
}

// GetLink handles GET /links/{code}.
func (h *Handler) GetLink(w http.ResponseWriter, r *http.Request) {
	l, err := h.store.Get(chi.URLParam(r, "code"))
	if err != nil {
		writeError(w, http.StatusInternalServerError, err)
		return
	}
	writeJSON(w, http.StatusOK, l)
}

// DeleteLink handles DELETE /links/{code}.
func (h *Handler) DeleteLink(w http.ResponseWriter, r *http.Request) {
	if err := h.store.Delete(chi.URLParam(r, "code")); err != nil {
		writeError(w, http.StatusInternalServerError, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// Redirect handles GET /{code}.
func (h *Handler) Redirect(w http.ResponseWriter, r *http.Request) {
	l, err := h.store.Hit(chi.URLParam(r, "code"))
	if errors.Is(err, store.ErrNotFound) {
		http.NotFound(w, r)
		return
	}
	http.Redirect(w, r, l.URL, http.StatusFound)
}
