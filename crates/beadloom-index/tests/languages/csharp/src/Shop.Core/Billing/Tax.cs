namespace Shop.Billing;

public static class Tax
{
    private static readonly decimal Rate = 0.19m;

    public static decimal Of(Entry entry)
    {
        return entry.Amount * Rate;
    }
}
