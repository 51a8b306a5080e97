#ifndef LIST_H
#define LIST_H

#include <stddef.h>

typedef struct node {
    int value;
    struct node *next;
} node;

typedef struct {
    node *head;
    size_t size;
} list;

void list_push(list *l, int value);
int list_pop(list *l);
void list_free(list *l);
size_t list_size(const list *l);

#endif
