using Shop.Api.Data;
using Shop.Api.Models;

namespace Shop.Api.Services;

public class OrderService
{
    private readonly ShopContext _context;
    private readonly ILogger<OrderService> _logger;

    public OrderService(ShopContext context, ILogger<OrderService> logger)
    {
        _context = context;
        _logger = logger;
    }

    public Order? Find(int id)
    {
        return _context.Orders.FirstOrDefault(o => o.Id == id);
    }

    public void Cancel(int id)
    {
        var order = Find(id);
        if (order == null)
        {
            _logger.LogWarning("Order {OrderId} not found", id);
            return;
        }

        order.Status = "Cancelled";
        _context.SaveChanges();
        _logger.LogInformation("Order {OrderId} cancelled", id);
    }
}
