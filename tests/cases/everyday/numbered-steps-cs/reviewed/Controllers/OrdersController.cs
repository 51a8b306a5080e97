using Microsoft.AspNetCore.Mvc;

namespace Shop.Controllers
{
    [ApiController]
    [Route("orders")]
    public class OrdersController : ControllerBase
    {
        private readonly OrderService _service;

        public OrdersController(OrderService service)
        {
            _service = service;
        }

        [HttpGet("{id}")]
        public ActionResult<Order> Get(int id)
        {
            var order = _service.Find(id);
            if (order == null)
            {
                return NotFound();
            }
            return order;
        }
    }
}
