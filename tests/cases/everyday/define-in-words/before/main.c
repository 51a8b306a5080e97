#include <stdio.h>
#include "stack.h"

int main(void)
{
    struct stack s;
    stack_init(&s);
    stack_push(&s, 1);
    printf("%d\n", stack_pop(&s));
    return 0;
}
