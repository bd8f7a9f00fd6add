#include "log.h"
#include <stdio.h>

void log_line(const char *text)
{
    fputs(text, stderr);
}
