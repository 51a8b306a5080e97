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
            return _repository.ForCustomer(customerId).Sum(i => i.Amount);
        }
    }
}
