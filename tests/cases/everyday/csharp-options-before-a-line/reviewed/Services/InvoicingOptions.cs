namespace Invoicing.Services;

public class InvoicingOptions
{
    public const string Section = "Invoicing";

    public int DueDays { get; set; } = 14;
    public string Currency { get; set; } = "EUR";
}
