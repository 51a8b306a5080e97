#include "list.h"

#include <stdlib.h>

void list_push(list *l, int value) {
    node *n = malloc(sizeof *n);
    n->value = value;
    n->next = l->head;
    l->head = n;
    l->size++;
}

int list_pop(list *l) {
    node *n = l->head;
    int value = n->value;
    l->head = n->next;
    l->size--;
    free(n);
    return value;
}

void list_free(list *l) {
    while (l->head)
        list_pop(l);
}
