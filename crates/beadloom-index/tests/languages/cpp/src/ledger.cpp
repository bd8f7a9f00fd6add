#include "shop/ledger.hpp"

#include <utility>

namespace shop {

namespace {

constexpr long kLimit = 1000;

bool too_large(const Entry& entry) { return worth(entry) > kLimit; }

}  // namespace

Ledger::Ledger(std::unique_ptr<Store> store) : store_(std::move(store)) {}

void Ledger::post(const Entry& entry) {
  if (!accepts(entry) || too_large(entry)) {
    audit::note("refused");
    return;
  }
  store_->save(entry);
  this->total_ += shop::worth(entry);
}

Ledger& Ledger::operator+=(const Entry& entry) {
  post(entry);
  return *this;
}

bool Ledger::accepts(const Entry& entry) const { return entry.valid(); }

Ledger Ledger::in_memory() { return Ledger(std::make_unique<MemoryStore>()); }

}  // namespace shop
