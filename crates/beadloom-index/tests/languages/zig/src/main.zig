const std = @import("std");
const ledgers = @import("ledger.zig");
const Ledger = ledgers.Ledger;
const rates = @import("rates");

pub fn main() !void {
    var ledger = Ledger.init(std.heap.page_allocator);
    const rate = rates.current();
    _ = rate.apply(1);
    try ledger.post(.{ .amount = undefined });
    var other: ledgers.Ledger = undefined;
    other.check() catch |err| report(err);
    unknown(other);
}

fn report(err: anyerror) void {
    std.debug.print("report({})\n", .{err});
}

test {
    _ = @import("util/money.zig");
}
