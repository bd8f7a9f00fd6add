import Foundation
import Logging
import Money

/// What went wrong.
public enum LedgerError: Error {
    case closed
    case unknown(id: String)

    var text: String {
        switch self {
        case .closed: return "closed"
        case .unknown(let id): return describe(id)
        }
    }

    private func describe(_ id: String) -> String { "no \(id)" }
}

/// Who hears of entries.
public protocol Listener: AnyObject {
    func posted(_ entry: Entry)
}

/// One line of a ledger.
public struct Entry {
    let id: String
    var amount: Amount

    func rounded() -> Entry {
        Entry(id: id, amount: Rounding.nearest(amount))
    }
}

/// Keeps entries.
public class Ledger {
    public static let shared = Ledger(store: MemoryStore())
    private let store: Store
    private weak var listener: Listener?
    private let logger = Logger(label: "ledger")

    init(store: Store) {
        self.store = store
    }

    /// Posts an entry. `func hidden()` is no function.
    @discardableResult
    public func post(_ entry: Entry) throws -> Amount {
        guard isOpen() else { throw LedgerError.closed }
        let rounded = entry.rounded()
        store.keep(rounded)
        self.store.flush()
        listener?.posted(rounded)
        logger.info("post(entry)")
        let local = { (amount: Amount) in amount.adding(.zero) }
        _ = local(rounded.amount)
        return total()
    }

    func total() -> Amount {
        store.all().reduce(Amount.zero) { sum, entry in sum + entry.amount }
    }

    func isOpen() -> Bool { true }
}

/// A ledger that nobody may change.
final class FrozenLedger: Ledger {
    override func isOpen() -> Bool { false }

    func thaw() -> Ledger {
        let total = super.total()
        audit(total)
        return Ledger(store: MemoryStore())
    }
}
