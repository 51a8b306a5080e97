import smtplib

HOST = "localhost"


def send(to, subject, body):
    server = smtplib.SMTP(HOST)
    server.sendmail("shop@example.com", to, f"Subject: {subject}\n\n{body}")
    server.quit()


def send_receipt(customer, total):
    send(customer.email, "Your receipt", f"You paid {total}")
