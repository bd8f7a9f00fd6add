#include "shop/store.hpp"

#include <cstdio>

namespace shop {

long Store::count() const { return 0; }

void MemoryStore::save(const Entry& entry) {
  if (entry.valid()) entries_.push_back(entry);
  audit::note("saved");
}

namespace audit {

static int notes = 0;

void note(const char* text) {
  std::puts(text);
  ++notes;
}

}  // namespace audit
}  // namespace shop
