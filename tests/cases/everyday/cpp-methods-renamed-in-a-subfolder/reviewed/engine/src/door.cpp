#include "door.h"

void Door::open_now() {
    this->turn(90);
}

void Door::close_now() {
    this->turn(0);
}

void Door::turn(int angle) {
    this->angle = angle;
    angle > 0 ? this->lock.release() : this->lock.engage();
}

bool Door::is_open() const {
    return this->angle > 0;
}
