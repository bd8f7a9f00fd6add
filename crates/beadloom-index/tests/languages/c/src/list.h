#ifndef LIST_H
#define LIST_H

#include "jobs/queue.h"

/* Goes through all jobs of a list. */
#define LIST_EACH(item, head) for (struct job *item = (head); item; item = item->next)
#define LIST_EMPTY(head) (list_count(head) == 0)

size_t list_count(const struct job *head);

/* The last job, which is small enough to stand here. */
static inline struct job *list_last(struct job *head)
{
    while (head && head->next)
        head = head->next;
    return head;
}

#endif
