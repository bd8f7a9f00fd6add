#pragma once

#include <string>

namespace shop {

/// One line of a ledger.
struct Entry {
  std::string text;
  long cents = 0;

  bool valid() const { return cents != 0 && !text.empty(); }
};

/// What something is worth.
template <typename T>
long worth(const T& of) {
  return of.cents;
}

}  // namespace shop
