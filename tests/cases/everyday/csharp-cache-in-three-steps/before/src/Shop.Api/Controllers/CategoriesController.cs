using Microsoft.AspNetCore.Mvc;
using Microsoft.EntityFrameworkCore;
using Shop.Data;

namespace Shop.Api.Controllers;

[ApiController]
[Route("api/[controller]")]
public class CategoriesController : ControllerBase
{
    private readonly ShopContext _db;

    public CategoriesController(ShopContext db)
    {
        _db = db;
    }

    [HttpGet("{id:int}")]
    [ProducesResponseType(StatusCodes.Status404NotFound)]
    public async Task<ActionResult<CategoryDto>> Get(int id)
    {
        var c = await _db.Categories.FindAsync(id);
        if (c is null)
        {
            return NotFound();
        }
        return new CategoryDto(c.Id, c.Name);
    }
}

public record CategoryDto(int Id, string Name);
