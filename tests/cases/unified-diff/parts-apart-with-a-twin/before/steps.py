import os
import sys


def one(a):
    x = a + 1
    return x


def two(b):
    x = a + 1
    return x


def three(c):
    z = c + 3
    return z
