from app.billing import prorate


def test_a_part_is_a_whole_number_of_cents():
    assert prorate(1000, 1, 3) == 333
