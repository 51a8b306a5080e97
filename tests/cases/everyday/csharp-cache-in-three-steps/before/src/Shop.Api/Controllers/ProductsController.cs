using Microsoft.AspNetCore.Mvc;
using Microsoft.EntityFrameworkCore;
using Shop.Data;

namespace Shop.Api.Controllers;

[ApiController]
[Route("api/[controller]")]
public class ProductsController : ControllerBase
{
    private readonly ShopContext _db;

    public ProductsController(ShopContext db)
    {
        _db = db;
    }

    [HttpGet]
    public async Task<ActionResult<IEnumerable<ProductDto>>> GetAll()
    {
        var items = await _db.Products
            .AsNoTracking()
            .Select(p => new ProductDto(p.Id, p.Name, p.Price))
            .ToListAsync();
        return Ok(items);
    }

    /// <summary>Returns one product, or 404.</summary>
    [HttpGet("{id:int}")]
    [ProducesResponseType(StatusCodes.Status404NotFound)]
    public async Task<ActionResult<ProductDto>> Get(int id)
    {
        var p = await _db.Products.FindAsync(id);
        if (p is null)
        {
            return NotFound();
        }
        return new ProductDto(p.Id, p.Name, p.Price);
    }
}

public record ProductDto(int Id, string Name, decimal Price);
