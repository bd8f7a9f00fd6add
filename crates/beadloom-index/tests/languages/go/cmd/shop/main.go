// Command shop serves the shop.
package main

import (
	"log"
	"net/http"

	"example.com/shop/internal/api"
	books "example.com/shop/internal/ledger"
)

func main() {
	ledger := books.New("main")
	if err := ledger.Post(books.Entry{Amount: 3}); err != nil {
		log.Fatal(err)
	}
	var poster books.Poster = ledger
	poster.Post(books.Refund(2))
	http.Handle("/legacy/", legacy())
	log.Fatal(http.ListenAndServe(":8080", api.Router(ledger)))
}

func legacy() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /legacy/{id}", func(w http.ResponseWriter, r *http.Request) {
		r.Header.Get("X-Id")
	})
	return mux
}
