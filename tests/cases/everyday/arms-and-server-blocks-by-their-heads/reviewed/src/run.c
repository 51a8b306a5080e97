#include "vm.h"

void run(int op) {
    switch (op) {
        case OP_PUSH:
            push(pop());
            break;
        case OP_WAIT:
            {
                for (int i = 0; i < 16; i++) {
                    if (key(i)) {
                        break;
                    }
                }
                break;
            }
        case OP_HALT:
            stop();
            break;
        default:
            fail(op);
    }
}
