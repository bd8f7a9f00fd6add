import Billing
import class Money.Amount

@main
struct App {
    static func main() throws {
        let ledger = Ledger.shared
        try ledger.post(Entry(id: "1", amount: Amount(cents: 1)))
        let other: Ledger = Ledger(store: MemoryStore())
        other.close()
        let command = Command.run
        command.execute(other)
        print("Ledger(store: nothing)")
    }
}

enum Command {
    case run, stop

    func execute(_ ledger: Ledger) {
        switch self {
        case .run: ledger.close()
        case .stop: stopAll()
        }
    }
}
