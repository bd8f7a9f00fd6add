// Package ledger keeps entries.
package ledger

import (
	"errors"
	"fmt"
)

// ErrEmpty says that there is nothing.
var ErrEmpty = errors.New("empty")

// Limits of a ledger.
const (
	MaxEntries = 100
	minEntries = 1
)

type (
	// Entry is one line.
	Entry struct {
		Amount Cents
		Kind   Kind
	}
	// Cents are money.
	Cents int64
	// Kind of an entry.
	Kind uint8
)

// Poster takes entries.
type Poster interface {
	fmt.Stringer
	Post(e Entry) error
}

// Ledger keeps entries in a store. Not a call: Refund(1).
type Ledger struct {
	*Journal
	store Store
	cache map[string]Entry
}

// New makes a ledger.
func New(name string) *Ledger {
	return &Ledger{Journal: &Journal{name: name}, store: open(name)}
}

// Post adds an entry.
func (l *Ledger) Post(e Entry) error {
	if e.Amount.IsZero() {
		return ErrEmpty
	}
	l.Log("post")
	l.check(e)
	l.store.Save(e)
	l.Journal.Log(fmt.Sprint(e))
	for _, other := range l.store.All() {
		other.Describe()
	}
	return nil
}

func (l *Ledger) check(e Entry) {
	describe := func(e Entry) string { return e.Describe() }
	describe(e)
	switch kept := l.store.(type) {
	case *fileStore:
		kept.flush()
	default:
		kept.Save(e)
	}
}

// String tells the name.
func (l *Ledger) String() string { return "Refund(" + l.name + ")" }

// Refund makes an entry.
func Refund(amount Cents) Entry {
	e := Entry{Amount: -amount}
	e.Describe()
	return e
}

// Describe tells what it is.
func (e Entry) Describe() string { return fmt.Sprint(e.Amount) }

// IsZero says whether nothing is there.
func (c Cents) IsZero() bool { return c == 0 }
