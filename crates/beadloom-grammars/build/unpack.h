// Makes a table of the steps that pack.rs has made of it.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static void unpack(const uint16_t *packed, size_t bytes, uint16_t *to) {
  const uint16_t *end = packed + bytes / sizeof *packed;
  while (packed < end) {
    size_t plain = *packed++;
    memcpy(to, packed, plain * sizeof *to);
    packed += plain;
    to += plain;
    size_t length = *packed++;
    size_t distance = *packed++;
    const uint16_t *from = to - distance;
    if (length <= distance) {
      memcpy(to, from, length * sizeof *to);
    } else if (*from != 0 || distance != 1) { // what is zero was zero before
      for (size_t i = 0; i < length; i++) to[i] = from[i];
    }
    to += length;
  }
}
