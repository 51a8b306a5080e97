using Shop.Api.Data;
using Shop.Api.Models;

namespace Shop.Api.Services;

public class OrderService
{
    private readonly ShopContext _context;

    public OrderService(ShopContext context)
    {
        _context = context;
    }

    public Order? Find(int id)
    {
        return _context.Orders.FirstOrDefault(o => o.Id == id);
    }

    public void Cancel(int id)
    {
        var order = Find(id);
        if (order == null) return;
        order.Status = "Cancelled";
        _context.SaveChanges();
    }
}
