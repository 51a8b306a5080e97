import os
import json
import re

print(os, json, re)
