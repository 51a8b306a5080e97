#include "queue.h"

void queue_init(queue_t *q) {
    q->head = 0;
    q->count = 0;
}

int queue_push(queue_t *q, int value) {
    q->items[(q->head + q->count) % CAPACITY] = value;
    q->count++;
    return 0;
}
