#include "door.h"

void Door::openNow() {
    this->lock.release();
    this->angle = 90;
}

void Door::closeNow() {
    this->angle = 0;
    this->lock.engage();
}

bool Door::is_open() const {
    return this->angle > 0;
}
