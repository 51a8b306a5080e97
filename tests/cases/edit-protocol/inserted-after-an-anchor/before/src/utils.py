import os
import time


def now():
    return time.time()
