check(
    1,  # expected
    2,
)
