one()
assert ok, "not ok at all"
two()
assert ok, "not ok at all"
