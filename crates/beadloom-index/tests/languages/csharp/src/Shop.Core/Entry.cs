namespace Shop;

/// <summary>One line of a ledger.</summary>
public record Entry(string Text, decimal Amount)
{
    public const int Limit = 1000;

    public bool IsValid() => Amount != 0 && !string.IsNullOrEmpty(Text);
}

public record struct Receipt(int Number);

public enum State { Open, Closed }

public static class EntryExtensions
{
    public static decimal Gross(this Entry entry) => entry.Amount * 1.19m;
}
