import Money

protocol Store {
    func keep(_ entry: Entry)
    func all() -> [Entry]
}

extension Store {
    func flush() {}
}

final class MemoryStore: Store {
    private var entries: [Entry] = []

    func keep(_ entry: Entry) { entries.append(entry) }
    func all() -> [Entry] { entries }
}

enum Rounding {
    static func nearest(_ amount: Amount) -> Amount {
        adjust(amount)
    }

    private static func adjust(_ amount: Amount) -> Amount { amount }
}

func audit(_ amount: Amount) {
    print(amount.description)
}

extension Ledger {
    /// Named by what it extends.
    func close() { audit(total()) }
}
