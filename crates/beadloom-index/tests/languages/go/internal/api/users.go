package api

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	. "example.com/shop/internal/ledger"
)

type users struct{ ledger *Ledger }

func (u users) routes() chi.Router {
	r := chi.NewRouter()
	r.Get("/", u.list)
	r.Get("/{id}", http.HandlerFunc(u.list))
	return r
}

func (u users) list(w http.ResponseWriter, r *http.Request) {
	u.ledger.Post(Refund(1))
}

func registerAdmin(r chi.Router) {
	r.Delete("/admin", func(w http.ResponseWriter, r *http.Request) {})
}
