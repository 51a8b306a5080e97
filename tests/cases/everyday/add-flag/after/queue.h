#ifndef QUEUE_H
#define QUEUE_H

#define CAPACITY 16

typedef struct {
    int items[CAPACITY];
    int head;
    int count;
} queue_t;

void queue_init(queue_t *q);
int queue_push(queue_t *q, int value);

#endif
