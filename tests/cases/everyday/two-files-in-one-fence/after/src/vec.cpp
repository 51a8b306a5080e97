#include "vec.h"

Vec add(Vec a, Vec b)
{
    return {a.x + b.x, a.y + b.y};
}
