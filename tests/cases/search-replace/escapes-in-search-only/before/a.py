a = [
    "one\\n",
    "two",
]
