#pragma once

#include <memory>

#include "shop/store.hpp"

namespace shop {

enum class State { Open, Closed };

/// Posts entries to a store.
class SHOP_API Ledger {
 public:
  explicit Ledger(std::unique_ptr<Store> store);

  void post(const Entry& entry);
  Ledger& operator+=(const Entry& entry);
  [[nodiscard]] long total() const { return total_; }
  static Ledger in_memory();

 protected:
  virtual bool accepts(const Entry& entry) const;

 private:
  std::unique_ptr<Store> store_;
  State state_ = State::Open;
  long total_ = 0;
};

/// Accepts all there is.
class OpenLedger : public Ledger {
 public:
  using Ledger::Ledger;

 protected:
  bool accepts(const Entry&) const override { return true; }
};

using LedgerPtr = std::shared_ptr<Ledger>;

}  // namespace shop
