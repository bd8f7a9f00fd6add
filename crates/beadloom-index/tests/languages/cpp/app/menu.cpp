#include "shop/config.hpp"
#include "shop/tools.hpp"

using namespace tools;
using report::sort;
using std::string;

int rename(const char* from, const char* to);

struct Disk {
  bool rename(const char* from, const char* to) { return ::rename(from, to) == 0; }
};

void menu(string text) {
  text = rjust(text, 8);
  if (contains(text, "x")) sort(text);
  config::flip("menu");
  string();
}

namespace report {

// Its namespace goes on in the header.
int twice() { return 2 * width(); }

}  // namespace report

TEST(MenuTest, rjust) {
  rjust("menu", 8);
  config::is_set("menu");
}
