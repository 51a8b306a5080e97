using System.Collections.Generic;
using System.Linq;

namespace Shop.Services
{
    public class PriceService
    {
        private readonly decimal _rate;

        public PriceService(decimal rate)
        {
            _rate = rate;
        }

        public decimal Net(IEnumerable<decimal> prices)
        {
            return prices.Sum();
        }

        public decimal Gross(IEnumerable<decimal> prices)
        {
            return Net(prices) * _rate;
        }
    }
}
