import os
import json
