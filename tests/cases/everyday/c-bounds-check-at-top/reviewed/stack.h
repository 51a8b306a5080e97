#ifndef STACK_H
#define STACK_H

#define STACK_MAX 64

struct stack {
    int items[STACK_MAX];
    int size;
};

void stack_init(struct stack *s);
int stack_push(struct stack *s, int value);
int stack_pop(struct stack *s);

#endif
