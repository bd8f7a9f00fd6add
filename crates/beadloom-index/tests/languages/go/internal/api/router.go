// Package api is the way in from outside.
package api

import (
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"example.com/shop/internal/ledger"
)

type server struct {
	ledger *ledger.Ledger
	router chi.Router
}

// Router has all routes.
func Router(l *ledger.Ledger) http.Handler {
	s := &server{ledger: l}
	r := chi.NewRouter()
	r.Use(middleware.Logger)
	r.Get("/health", s.health)
	r.Route("/v1", func(r chi.Router) {
		r.Mount("/users", users{l}.routes())
		r.Group(func(r chi.Router) {
			r.Post("/entries", s.post)
		})
		registerAdmin(r)
	})
	s.router = r
	return r
}

func (s *server) health(w http.ResponseWriter, r *http.Request) {
	r.URL.Query().Get("/not-a-route")
}

func (s *server) post(w http.ResponseWriter, r *http.Request) {
	s.ledger.Post(ledger.Entry{})
	s.ledger.Log("posted")
	l := s.ledger
	l.String()
}
