using System.Net.Mail;
using System.Threading.Tasks;

namespace Shop.Services
{
    public class MailService
    {
        private readonly SmtpClient _client;
        private readonly string _from;

        public MailService(SmtpClient client, string from)
        {
            _client = client;
            _from = from;
        }

        public async Task SendOrderAsync(string to, int orderId)
        {
            var message = new MailMessage(_from, to)
            {
                Subject = $"Order {orderId}",
                Body = "Thank you for your order."
            };
            await _client.SendMailAsync(message);
        }

        public async Task SendReceiptAsync(string to, int orderId, decimal amount)
        {
            var message = new MailMessage(_from, to)
            {
                Subject = $"Receipt for order {orderId}",
                Body = $"We received {amount:0.00}."
            };
            await _client.SendMailAsync(message);
        }

        public async Task SendReminderAsync(string to, int invoiceId)
        {
            var message = new MailMessage(_from, to)
            {
                Subject = $"Invoice {invoiceId}",
                Body = "Please pay your invoice."
            };
            await _client.SendMailAsync(message);
        }
    }
}
