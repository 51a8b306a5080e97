namespace Shop.Models;

public class Product
{
    public int Id { get; set; }
    public string Name { get; set; } = "";
    public decimal Price { get; set; }
    public decimal Discount { get; set; }

    public decimal FinalPrice => Price * (1 - Discount);

    public Product(int id, string name, decimal price)
    {
        Id = id;
        Name = name;
        Price = price;
    }

    public override string ToString() => $"{Name}: {FinalPrice:C}";
}
