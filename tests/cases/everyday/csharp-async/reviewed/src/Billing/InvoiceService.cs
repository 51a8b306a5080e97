using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;

namespace Billing
{
    public class InvoiceService
    {
        private readonly IInvoiceRepository _repository;

        public InvoiceService(IInvoiceRepository repository)
        {
            _repository = repository;
        }

        public async Task<decimal> TotalAsync(int customerId)
        {
            var invoices = await _repository.ForCustomerAsync(customerId);
            return invoices.Sum(invoice => invoice.Amount);
        }
    }
}
