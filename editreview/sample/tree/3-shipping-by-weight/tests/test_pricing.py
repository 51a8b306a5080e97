import unittest

from shop.pricing import euros, shipping_cost, volume_discount


class PricingTest(unittest.TestCase):
    def test_the_highest_discount_counts(self) -> None:
        self.assertEqual(2_500, volume_discount(25_000))

    def test_a_light_large_order_is_sent_for_nothing(self) -> None:
        self.assertEqual(0, shipping_cost(4_900, 800))

    def test_heavy_goods_pay_for_every_parcel(self) -> None:
        self.assertEqual(980, shipping_cost(4_900, 10_001))

    def test_thousands_are_set_apart(self) -> None:
        self.assertEqual("-1 234.50 €", euros(-123_450))


if __name__ == "__main__":
    unittest.main()
