#pragma once

struct Vec {
    double x, y, z;
};

Vec add(Vec a, Vec b);
