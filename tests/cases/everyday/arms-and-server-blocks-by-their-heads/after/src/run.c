#include "vm.h"

void run(int op) {
    switch (op) {
        case OP_PUSH:
            todo(op);
            break;
        case OP_WAIT:
            todo(op);
            break;
        default:
            fail(op);
    }
}
