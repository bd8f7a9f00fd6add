#pragma once

namespace config {

/// Turns a switch over.
void flip(const char* name);

bool is_set(const char* name);

}  // namespace config
