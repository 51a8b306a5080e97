using Shop.Api.Data;
using Shop.Api.Services;

var builder = WebApplication.CreateBuilder(args);

builder.Services.AddDbContext<ShopContext>();
builder.Services.AddScoped<OrderService>();
builder.Services.AddControllers();

var app = builder.Build();

app.MapControllers();

app.Run();
