package ledger

// Store has entries.
type Store interface {
	Save(e Entry)
	All() []Entry
}

type fileStore struct {
	path    string
	entries List[Entry]
}

// Journal writes down what happens.
type Journal struct{ name string }

// Log writes a line.
func (j *Journal) Log(text string) {}

// List is a list.
type List[T any] struct{ items []T }

// Add appends.
func (l *List[T]) Add(item T) { l.items = append(l.items, item) }

func open(path string) Store {
	s := &fileStore{path: path}
	s.flush()
	return s
}

func (s *fileStore) Save(e Entry) {
	s.entries.Add(e)
	s.flush()
}

func (s *fileStore) All() []Entry { return Map[Entry](s.entries.items, Refund) }

func (s *fileStore) flush() {}

// Map applies a function.
func Map[T any](items []T, f func(Cents) T) []T { return items }
