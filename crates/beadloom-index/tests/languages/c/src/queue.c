/* The queue itself: what others know as queue_t. */
#include "jobs/queue.h"
#include "list.h"

#include <log.h>
#include <stdlib.h>
#include <string.h>

enum { GROWTH = 2 };

struct queue {
    struct job *head;
    struct job *tail;
};

static int check(const struct job *job);
static int pushed;

queue_t *queue_new(void)
{
    queue_t *queue = malloc(sizeof(*queue));
    memset(queue, 0, sizeof(*queue));
    return queue;
}

int queue_push(queue_t *queue, struct job *job)
{
    if (!check(job) || queue_length(queue) >= QUEUE_LIMIT * GROWTH)
        return -1;
    if (LIST_EMPTY(queue->head))
        queue->head = job;
    else
        list_last(queue->head)->next = job;
    pushed++;
    log_line("pushed");
    return 0;
}

struct job *queue_pop(queue_t *queue)
{
    struct job *job = queue->head;
    if (job)
        queue->head = job->next;
    return job;
}

size_t queue_length(const queue_t *queue)
{
    return list_count(queue->head);
}

static int check(const struct job *job)
{
    return job != NULL && job->run != NULL;
}
