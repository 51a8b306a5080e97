import os
import sys
import time


def now():
    return time.time()
