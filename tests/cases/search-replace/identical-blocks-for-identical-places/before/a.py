one()
assert ok
two()
assert ok
