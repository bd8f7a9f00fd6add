using Microsoft.AspNetCore.Mvc;
using Shop.Billing;

namespace Shop.Api.Controllers;

[ApiController]
[Route("api/[controller]")]
public class EntriesController : ControllerBase
{
    private readonly Ledger _ledger;

    public EntriesController(Ledger ledger) => _ledger = ledger;

    [HttpGet("{id:int}")]
    public ActionResult<Entry> Find(int id) => NotFound();

    [HttpPost]
    public async Task<ActionResult<Receipt>> Post([FromBody] Entry entry)
    {
        if (!entry.IsValid())
        {
            return BadRequest();
        }
        var receipt = await _ledger.PostAsync(entry);
        return Created($"/api/entries/{receipt.Number}", receipt);
    }

    // [HttpDelete("commented")]
    [HttpPut("{id}/[action]")]
    public IActionResult Refund(int id)
    {
        cache.MapGet("/no/route", Refund);
        return Ok(Helper(id));
    }

    private static decimal Helper(int id) => Tax.Of(new Entry("x", id));
}
