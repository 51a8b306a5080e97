namespace Shop.Api.Models;

public class Order
{
    public int Id { get; set; }
    public string Status { get; set; } = "New";
}
