/** A queue of jobs, from outside. */
#ifndef JOBS_QUEUE_H
#define JOBS_QUEUE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define JOBS_API __attribute__((visibility("default")))
#define QUEUE_LIMIT 64

/** What a job does. */
typedef int (*job_fn)(void *data);

/** One job. */
struct job {
    job_fn run;
    void *data;
    struct job *next;
};

typedef struct queue queue_t;

/** Makes an empty queue. */
JOBS_API queue_t *queue_new(void);

/** Adds a job. */
JOBS_API int queue_push(queue_t *queue, struct job *job);
JOBS_API struct job *queue_pop(queue_t *queue);
size_t queue_length(const queue_t *queue);

#ifdef __cplusplus
}
#endif
#endif
