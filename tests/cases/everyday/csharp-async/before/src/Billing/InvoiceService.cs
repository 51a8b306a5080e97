using System.Collections.Generic;
using System.Linq;

namespace Billing
{
    public class InvoiceService
    {
        private readonly IInvoiceRepository _repository;

        public InvoiceService(IInvoiceRepository repository)
        {
            _repository = repository;
        }

        public decimal Total(int customerId)
        {
            var invoices = _repository.ForCustomer(customerId);
            decimal total = 0;
            foreach (var invoice in invoices)
            {
                total += invoice.Amount;
            }
            return total;
        }
    }
}
