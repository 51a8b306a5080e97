namespace Invoicing.Models;

public enum InvoiceStatus
{
    Draft,
    Sent,
    Paid,
    Cancelled,
}

public class InvoiceLine
{
    public string Description { get; set; } = "";
    public int Quantity { get; set; }
    public decimal UnitPrice { get; set; }

    public decimal Total => Quantity * UnitPrice;
}

public class Invoice
{
    public int Id { get; set; }
    public string Customer { get; set; } = "";
    public DateTime CreatedAt { get; set; }
    public DateTime? DueAt { get; set; }
    public InvoiceStatus Status { get; set; } = InvoiceStatus.Draft;
    public List<InvoiceLine> Lines { get; set; } = new();

    public decimal Total => Lines.Sum(l => l.Total);
}
