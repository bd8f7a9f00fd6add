using Microsoft.AspNetCore.Routing;

namespace Shop.Api.Endpoints;

public static class ReceiptEndpoints
{
    public static RouteGroupBuilder MapReceipts(this RouteGroupBuilder group)
    {
        var receipts = group.MapGroup("/receipts").WithTags("receipts");
        receipts.MapGet("/{number}", Find);
        receipts.MapPost("", (Receipt receipt) => Results.Ok(receipt));
        return group;
    }

    private static Receipt Find(int number) => new(number);
}
