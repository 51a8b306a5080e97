#include <stdlib.h>

#include "list.h"

struct node {
    int value;
    struct node *next;
};

struct node *list_push(struct node *head, int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = head;
    return node;
}

int list_length(const struct node *head)
{
    int length = 0;
    for (; head; head = head->next)
        length++;
    return length;
}

void list_free(struct node *head)
{
    free(head);
}
