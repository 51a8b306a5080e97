import unittest

from shop import ShopError
from shop.cart import Cart
from shop.catalog import Catalog, Product

TEA = Product("tea", "Green tea, loose", 650, 100)
COFFEE = Product("coffee", "Coffee beans", 1290, 500)


class CartTest(unittest.TestCase):
    def setUp(self) -> None:
        self.cart = Cart(Catalog([TEA, COFFEE]))

    def test_the_same_product_twice_is_one_line(self) -> None:
        self.cart.add("tea")
        self.cart.add("tea", 2)
        self.assertEqual([3], [line.quantity for line in self.cart.lines.values()])

    def test_an_unknown_product_is_refused(self) -> None:
        with self.assertRaisesRegex(ShopError, "no product 'milk'"):
            self.cart.add("milk")

    def test_a_removed_product_is_gone(self) -> None:
        self.cart.add("tea")
        self.cart.remove("tea")
        self.assertEqual(0, self.cart.subtotal)

    def test_a_small_order_pays_for_shipping(self) -> None:
        self.cart.add("tea")
        self.assertEqual(650 + 490, self.cart.total().to_pay)

    def test_a_large_order_is_cheaper_and_sent_for_nothing(self) -> None:
        self.cart.add("coffee", 4)
        self.assertEqual(5160 - 103, self.cart.total().to_pay)


if __name__ == "__main__":
    unittest.main()
