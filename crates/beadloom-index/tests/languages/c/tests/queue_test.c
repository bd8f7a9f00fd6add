#include "../src/list.h"
#include "jobs/queue.h"

static int check(void) { return queue_length(queue_new()) == 0; }

int main(void)
{
    struct job job = {0};
    return check() && LIST_EMPTY(&job);
}
