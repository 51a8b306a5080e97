using System.Collections.Generic;
using System.Linq;
using Shop.Models;

namespace Shop.Services
{
    public class PricingService
    {
        private readonly decimal _vat;

        public PricingService(decimal vat)
        {
            _vat = vat;
        }

        public decimal GetPrice(Product product)
        {
            var price = product.IsOnSale ? product.SalePrice : product.Price;
            return price * (1 + _vat);
        }

        public decimal GetTotal(IEnumerable<Product> products)
        {
            return products.Sum(p => GetPrice(p));
        }

        public decimal GetSavings(IEnumerable<Product> products)
        {
            return products.Where(p => p.IsOnSale).Sum(p => p.Price - p.SalePrice);
        }
    }
}
