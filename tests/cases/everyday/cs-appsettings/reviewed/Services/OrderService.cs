using System.Collections.Generic;

namespace Shop
{
    public class OrderService
    {
        private readonly List<Order> _orders = new List<Order>();

        public Order Find(int id)
        {
            foreach (var order in _orders)
            {
                if (order.Id == id)
                {
                    return order;
                }
            }
            return null;
        }

        public void Add(Order order)
        {
            _orders.Add(order);
        }
    }
}
