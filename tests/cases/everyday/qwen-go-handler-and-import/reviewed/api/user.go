package api

import (
	"encoding/json"
	"net/http"
	"strings"
)

type User struct {
	ID    int    `json:"id"`
	Name  string `json:"name"`
	Email string `json:"email"`
}

func (a *API) createUser(w http.ResponseWriter, r *http.Request) {
	var u User
	if err := json.NewDecoder(r.Body).Decode(&u); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if !strings.Contains(u.Email, "@") {
		http.Error(w, "invalid email", http.StatusUnprocessableEntity)
		return
	}
	a.store.Save(&u)
	w.WriteHeader(http.StatusCreated)
	json.NewEncoder(w).Encode(u)
}

func (a *API) listUsers(w http.ResponseWriter, r *http.Request) {
	json.NewEncoder(w).Encode(a.store.All())
}
