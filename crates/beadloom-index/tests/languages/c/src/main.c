#include "jobs/queue.h"

#include <stdio.h>

#ifdef _WIN32
#include "windows_only.h"
#endif

/* A job must not be found here: queue_push(queue, "job") */
static const char *help = "queue_pop(queue); struct fake { int a; };";

static int check(void *data)
{
    puts(data);
    return 0;
}

static int drain(queue_t *queue)
{
    struct job *job;
    int (*run)(void *) = NULL;
    while ((job = queue_pop(queue)) != NULL) {
        run = job->run;
        run(job->data);
        job->run(job->data);
    }
    return helper_of_nobody(help);
}

int main(int argc, char **argv)
{
    queue_t *queue = queue_new();
    struct job job = {.run = check, .data = argv[argc - 1]};
    queue_push(queue, &job);
    return drain(queue) + check(NULL);
}
