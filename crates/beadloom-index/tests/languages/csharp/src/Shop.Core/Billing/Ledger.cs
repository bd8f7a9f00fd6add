using System.Collections.Generic;
using static System.Math;
using Money = System.Decimal;

namespace Shop.Billing
{
    /// <summary>Posts entries to a <see cref="IStore"/>.</summary>
    public class Ledger : LedgerBase, IDisposable
    {
        private readonly IStore _store;

        public event EventHandler? Posted;

        public Ledger(IStore store)
        {
            _store = store;
        }

        public State State { get; private set; } = State.Open;

        public async Task<Receipt> PostAsync(Entry entry)
        {
            if (!Accepts(entry) || Tax.Of(entry) < 0)
            {
                throw new LedgerException("refused: Ledger.Explode()");
            }
            var receipt = await _store.SaveAsync(entry);
            Note(Round(entry.Gross()));
            Posted?.Invoke(this, EventArgs.Empty);
            return receipt;
        }

        public static Ledger operator +(Ledger ledger, Entry entry)
        {
            ledger.PostAsync(entry).Wait();
            return ledger;
        }

        // Nothing of this: Ledger.Vanish(), new Fake()
        public void Dispose() => State = State.Closed;

        private class Line
        {
            public Money Sum(Entry entry) => Tax.Of(entry);
        }
    }

    public abstract class LedgerBase
    {
        protected virtual bool Accepts(Entry entry) => entry.IsValid();

        protected void Note(decimal amount) { }
    }

    public class LedgerException : Exception
    {
        public LedgerException(string message) : base(message) { }
    }
}
