import os
import deprecated_module
import sys

print(os.name, sys.path)
