using System.Collections.Generic;

namespace Billing
{
    public interface IInvoiceRepository
    {
        List<Invoice> ForCustomer(int customerId);
    }
}
