import os
import re
import sys


def one(a):
    x = a + 10
    return x


def two(b):
    y = b + 2
    return y


def three(c):
    z = c + 30
    return z
