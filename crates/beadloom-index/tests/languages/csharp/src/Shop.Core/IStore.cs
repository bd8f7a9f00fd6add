namespace Shop;

/// <summary>Keeps entries.</summary>
public interface IStore
{
    Task<Receipt> SaveAsync(Entry entry);
    int Count { get; }
}

/// <summary>Keeps them in memory.</summary>
public sealed class MemoryStore : IStore
{
    private readonly List<Entry> _entries = new();

    public int Count => _entries.Count;

    public Task<Receipt> SaveAsync(Entry entry)
    {
        _entries.Add(entry);
        return Task.FromResult(new Receipt(Count));
    }
}
