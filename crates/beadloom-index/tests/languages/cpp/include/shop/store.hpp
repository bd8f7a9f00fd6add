#pragma once

#include "shop/entry.h"

#include <vector>

#define SHOP_API

namespace shop {

/// Anything that keeps entries.
class SHOP_API Store {
 public:
  virtual ~Store() = default;
  virtual void save(const Entry& entry) = 0;
  virtual long count() const;
};

/// Keeps them in memory.
class MemoryStore final : public Store {
 public:
  void save(const Entry& entry) override;
  long count() const override { return static_cast<long>(entries_.size()); }

 private:
  std::vector<Entry> entries_;
};

namespace audit {

/// Notes what happened.
void note(const char* text);

}  // namespace audit
}  // namespace shop
