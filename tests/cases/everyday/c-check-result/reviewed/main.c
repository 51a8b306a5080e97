#include <stdio.h>
#include "queue.h"

int main(void) {
    queue_t q;
    queue_init(&q);
    for (int i = 0; i < 20; i++) {
        if (queue_push(&q, i) != 0) {
            fprintf(stderr, "queue is full\n");
            break;
        }
    }
    printf("%d\n", q.count);
    return 0;
}
