a = [
    "one\\n",
    "two",
    "three\\n",
]
