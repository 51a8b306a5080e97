using Shop.Services;

var pricing = new PricingService(0.19m);
System.Console.WriteLine(pricing.GetTotal(new Shop.Models.Product[0]));
