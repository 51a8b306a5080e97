#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ring {
    char *data;
    size_t size, head, count;
    int is_full;
};

typedef int (*visitor)(const char *text, size_t length, void *context);

static size_t wrap(const struct ring *ring, size_t at) {
    return at % ring->size;
}

struct ring *ring_new(size_t size, char fill) {
    struct ring *ring = malloc(sizeof(struct ring));
    if (ring == NULL || size == 0) {
        return NULL;
    }
    ring->data = malloc(size);
    ring->size = size;
    ring->head = 0;
    ring->count = 0;
    ring->is_full = 0;
    memset(ring->data, fill, size);
    return ring;
}

void ring_free(struct ring *ring) {
    if (ring != NULL) {
        free(ring->data);
        free(ring);
    }
}

size_t ring_put(struct ring *ring, const char *text, size_t length) {
    size_t n;
    for (n = 0; n < length; n++) {
        size_t at = wrap(ring, ring->head + ring->count);
        ring->data[at] = text[n];
        if (ring->count < ring->size) {
            ring->count++;
        } else {
            ring->head = wrap(ring, ring->head + 1);
            ring->is_full = 1;
        }
    }
    return n;
}

int ring_visit(const struct ring *ring, visitor visit, void *context) {
    size_t first = ring->size - ring->head;
    if (first > ring->count) {
        first = ring->count;
    }
    if (!visit(ring->data + ring->head, first, context)) {
        return 0;
    }
    return visit(ring->data, ring->count - first, context);
}

static int print(const char *text, size_t length, void *context) {
    FILE *out = context;
    switch (fwrite(text, 1, length, out)) {
    case 0:
        return length == 0;
    default:
        fprintf(out, "%s", "\n");
        return 1;
    }
}

int main(int argc, char **argv) {
    struct ring *ring = ring_new(64, ' ');
    int n = 1;
    while (n < argc) {
        ring_put(ring, argv[n], strlen(argv[n]));
        n++;
    }
    printf("%s: %d words, %s\n", "ring", argc - 1, ring->is_full ? "full" : "open");
    ring_visit(ring, print, stdout);
    ring_free(ring);
    return 0;
}
