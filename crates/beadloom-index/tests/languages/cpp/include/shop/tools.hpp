#pragma once

#include <string>

// Two namespaces in one header, of which others go on with parts.

namespace tools {

std::string rjust(const std::string& text, int width);

template <typename T>
inline bool contains(const T& all, const std::string& one) {
  return all.find(one) != all.end();
}

}  // namespace tools

namespace report {

void sort(std::string& lines);
int width();

}  // namespace report
