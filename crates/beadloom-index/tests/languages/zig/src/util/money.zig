const rates = @import("rates");
pub const Rate = rates.Rate;

pub const cents_per_unit: i64 = 100;

/// An amount.
pub const Money = struct {
    cents: i64 = 0,

    pub const zero: Money = .{};

    pub fn init(cents: i64) Money {
        return .{ .cents = cents };
    }

    pub fn add(self: Money, other: Money) Money {
        return Money.init(self.cents + other.cents);
    }

    pub fn exchanged(self: Money, rate: Rate) Money {
        return init(rate.apply(self.cents));
    }
};

pub fn round(money: Money) Money {
    // pub fn hidden() void {}
    return money;
}
