#include <stdio.h>
#include "queue.h"

int main(void) {
    queue_t q;
    queue_init(&q);
    for (int i = 0; i < 20; i++) {
        queue_push(&q, i);
    }
    printf("%d\n", q.count);
    return 0;
}
