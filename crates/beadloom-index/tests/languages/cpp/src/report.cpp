#include "shop/tools.hpp"

static int lines = 0;

std::string tools::rjust(const std::string& text, int width) { return std::string(width, ' ') + text; }

namespace report {

void sort(std::string& text) { text = tools::rjust(text, ++lines); }

}  // namespace report
