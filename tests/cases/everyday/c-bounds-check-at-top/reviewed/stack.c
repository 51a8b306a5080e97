#include "stack.h"

void stack_init(struct stack *s)
{
    s->size = 0;
}

int stack_push(struct stack *s, int value)
{
    if (s->size >= STACK_MAX)
        return -1;
    s->items[s->size++] = value;
    return 0;
}

int stack_pop(struct stack *s)
{
    return s->items[--s->size];
}
