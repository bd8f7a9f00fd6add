#include <iostream>

#include "shop/ledger.hpp"

namespace {

struct Options {
  int count = 1;
  bool valid() const { return count > 0; }
};

Options read(int argc) {
  Options options;
  options.count = argc;
  return options;
}

// Nothing of this: Ledger::vanish(), new Fake(), audit::note("x")
const char* const kHelp = "shop::Ledger::explode(); struct Quoted {};";

}  // namespace

int main(int argc, char**) {
  auto options = read(argc);
  if (!options.valid()) {
    std::cout << kHelp;
    return 1;
  }
  shop::Ledger ledger = shop::Ledger::in_memory();
  shop::Entry entry{"tea", 250};
  ledger.post(entry);
  ledger += shop::Entry{"milk", 120};
  auto open = std::make_unique<shop::OpenLedger>(nullptr);
  open->post(entry);
  for (auto& thing : things()) thing.valid();
  shop::audit::note("done");
  return ledger.total() > 0 ? 0 : 2;
}
