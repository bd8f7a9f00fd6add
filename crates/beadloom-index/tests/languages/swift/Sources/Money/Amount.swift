// Amounts of money, and how to round them.

/// Cents, as they are stored.
public typealias Cents = Int64

public let centsPerUnit: Cents = 100

/// What can be added up.
public protocol Summable {
    static var zero: Self { get }
    func adding(_ other: Self) -> Self
}

/// An amount in one currency.
public struct Amount: Summable, Equatable {
    public static let zero = Amount(cents: 0)
    public let cents: Cents

    public init(cents: Cents) {
        self.cents = cents
    }

    public func adding(_ other: Amount) -> Amount {
        Amount(cents: cents + other.cents)
    }

    public static func + (left: Amount, right: Amount) -> Amount {
        left.adding(right)
    }
}

extension Amount: CustomStringConvertible {
    public var description: String {
        let units = wholeUnits()
        return "\(units) of \(padded(cents))"
    }

    private func wholeUnits() -> Cents { cents / centsPerUnit }
}

func padded(_ cents: Cents) -> String {
    String(cents)
}
