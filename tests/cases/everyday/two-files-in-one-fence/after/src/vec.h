#pragma once

struct Vec {
    double x, y;
};

Vec add(Vec a, Vec b);
