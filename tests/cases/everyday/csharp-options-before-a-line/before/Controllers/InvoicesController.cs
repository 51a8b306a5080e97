using Invoicing.Models;
using Invoicing.Services;
using Microsoft.AspNetCore.Mvc;

namespace Invoicing.Controllers;

[ApiController]
[Route("api/[controller]")]
public class InvoicesController : ControllerBase
{
    private readonly IInvoiceService _service;

    public InvoicesController(IInvoiceService service)
    {
        _service = service;
    }

    [HttpGet]
    public ActionResult<IEnumerable<Invoice>> GetAll()
    {
        return Ok(_service.GetAll());
    }

    [HttpGet("{id:int}")]
    public ActionResult<Invoice> GetById(int id)
    {
        var invoice = _service.GetById(id);
        return invoice == null ? NotFound() : Ok(invoice);
    }

    [HttpPost]
    public ActionResult<Invoice> Create(Invoice invoice)
    {
        var created = _service.Create(invoice);
        return CreatedAtAction(nameof(GetById), new { id = created.Id }, created);
    }

    [HttpPost("{id:int}/send")]
    public IActionResult Send(int id)
    {
        return _service.Send(id) ? NoContent() : NotFound();
    }

    [HttpPost("{id:int}/pay")]
    public IActionResult Pay(int id)
    {
        return _service.Pay(id) ? NoContent() : NotFound();
    }

    [HttpPost("{id:int}/cancel")]
    public IActionResult Cancel(int id)
    {
        return _service.Cancel(id) ? NoContent() : NotFound();
    }
}
