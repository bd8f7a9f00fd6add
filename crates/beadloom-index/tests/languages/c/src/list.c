#include "list.h"

size_t list_count(const struct job *head)
{
    size_t count = 0;
    LIST_EACH(item, (struct job *)head) {
        count++;
    }
    return count;
}
