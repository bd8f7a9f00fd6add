//! Rates of exchange.

/// How much of one is how much of another.
pub const Rate = struct {
    factor: u32,

    pub fn apply(self: Rate, cents: i64) i64 {
        return scale(cents, self.factor);
    }
};

pub fn current() Rate {
    return Rate{ .factor = 100 };
}

fn scale(cents: i64, factor: u32) i64 {
    return @divTrunc(cents * factor, 100);
}
