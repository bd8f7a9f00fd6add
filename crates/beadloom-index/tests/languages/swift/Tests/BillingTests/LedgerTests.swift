import XCTest
@testable import Billing

final class LedgerTests: XCTestCase {
    func testPosts() throws {
        let ledger = FrozenLedger(store: MemoryStore())
        XCTAssertThrowsError(try ledger.post(Entry(id: "1", amount: .zero)))
        ledger.thaw().close()
        let store = MemoryStore()
        store.keep(Entry(id: "2", amount: .zero))
        // ledger.burn()
    }
}
