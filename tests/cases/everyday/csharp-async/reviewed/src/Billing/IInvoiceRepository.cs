using System.Collections.Generic;
using System.Threading.Tasks;

namespace Billing
{
    public interface IInvoiceRepository
    {
        Task<List<Invoice>> ForCustomerAsync(int customerId);
    }
}
