using Invoicing.Models;

namespace Invoicing.Services;

public interface IInvoiceService
{
    IReadOnlyList<Invoice> GetAll();
    Invoice? GetById(int id);
    Invoice Create(Invoice invoice);
    bool Send(int id);
    bool Pay(int id);
    bool Cancel(int id);
}

public class InvoiceService : IInvoiceService
{
    private readonly List<Invoice> _invoices = new();
    private readonly ILogger<InvoiceService> _logger;
    private int _nextId = 1;

    public InvoiceService(ILogger<InvoiceService> logger)
    {
        _logger = logger;
    }

    public IReadOnlyList<Invoice> GetAll()
    {
        return _invoices;
    }

    public Invoice? GetById(int id)
    {
        return _invoices.FirstOrDefault(i => i.Id == id);
    }

    public Invoice Create(Invoice invoice)
    {
        invoice.Id = _nextId++;
        invoice.CreatedAt = DateTime.UtcNow;
        _invoices.Add(invoice);
        _logger.LogInformation("Created invoice {Id}", invoice.Id);
        return invoice;
    }

    public bool Send(int id)
    {
        var invoice = GetById(id);
        if (invoice == null)
        {
            return false;
        }
        invoice.Status = InvoiceStatus.Sent;
        invoice.DueAt = DateTime.UtcNow.AddDays(14);
        _logger.LogInformation("Sent invoice {Id}", id);
        return true;
    }

    public bool Pay(int id)
    {
        var invoice = GetById(id);
        if (invoice == null)
        {
            return false;
        }
        invoice.Status = InvoiceStatus.Paid;
        _logger.LogInformation("Paid invoice {Id}", id);
        return true;
    }

    public bool Cancel(int id)
    {
        var invoice = GetById(id);
        if (invoice == null)
        {
            return false;
        }
        invoice.Status = InvoiceStatus.Cancelled;
        _logger.LogInformation("Cancelled invoice {Id}", id);
        return true;
    }
}
