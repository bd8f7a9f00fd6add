using Serilog.AspNetCore;
using Shop;
using Shop.Api.Endpoints;
using Shop.Billing;

var builder = WebApplication.CreateBuilder(args);
builder.Services.AddSingleton<IStore, MemoryStore>();
builder.Services.AddScoped<Ledger>();

var app = builder.Build();
app.MapControllers();
app.MapGet("/", () => "shop");
app.MapGroup("/api/v1").MapReceipts();
app.Run();
