#include "shop/config.hpp"

// Defined outside of the namespace, so that this holds no whole file.
static int changes = 0;

int rename(const char* from, const char* to) { return from != to; }

namespace config {

void flip(const char* name) {
  if (is_set(name)) ++changes;
}

}  // namespace config

bool config::is_set(const char* name) { return name != nullptr; }
