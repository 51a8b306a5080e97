using System;
using System.Collections.Generic;
using System.Linq;

namespace Shop.Orders
{
    public class OrderService
    {
        private readonly IOrderRepository _orders;
        private readonly IClock _clock;

        public OrderService(IOrderRepository orders, IClock clock)
        {
            _orders = orders;
            _clock = clock;
        }

        public Order Find(Guid id)
        {
            return _orders.All().First(o => o.Id == id);
        }

        public IReadOnlyList<Order> Open()
        {
            return _orders.All().Where(o => !o.Shipped).ToList();
        }

        public void Ship(Guid id)
        {
            var order = Find(id);
            order.Shipped = true;
            order.ShippedAt = _clock.Now;
            _orders.Save(order);
        }
    }
}
