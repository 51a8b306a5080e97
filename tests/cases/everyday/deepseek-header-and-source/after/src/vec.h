#pragma once

struct Vec {
    double x = 0;
    double y = 0;
};

Vec add(Vec a, Vec b);
double dot(Vec a, Vec b);
