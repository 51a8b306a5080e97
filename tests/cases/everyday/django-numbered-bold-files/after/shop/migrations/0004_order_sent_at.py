from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("shop", "0003_order_status"),
    ]

    operations = [
        migrations.AddField(
            model_name="order",
            name="sent_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
    ]
