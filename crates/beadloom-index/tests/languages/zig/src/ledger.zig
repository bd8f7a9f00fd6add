const std = @import("std");
const Store = @import("Store.zig");
const money = @import("util/money.zig");
const Money = money.Money;
const round = @import("util/money.zig").round;

pub const PostError = error{ Closed, Full };

pub const Kind = enum {
    open,
    closed,

    pub fn label(kind: Kind) []const u8 {
        return switch (kind) {
            .open => "open",
            .closed => "pub fn closed() void {}",
        };
    }
};

pub const Entry = struct {
    amount: Money,

    pub fn weight(self: Entry) usize {
        _ = self;
        return 1;
    }
};

/// Keeps entries.
pub const Ledger = struct {
    const Self = @This();

    store: Store,
    kind: Kind = .open,
    total: Money = Money.zero,

    pub fn init(allocator: std.mem.Allocator) Ledger {
        return Ledger{ .store = Store.init(allocator) };
    }

    pub fn post(self: *Self, entry: Entry) PostError!void {
        try self.check();
        self.store.keep(entry);
        self.total = self.total.add(round(entry.amount));
        std.debug.print("{s}\n", .{self.kind.label()});
    }

    fn check(self: *const Ledger) PostError!void {
        if (isClosed(self.kind)) return PostError.Closed;
    }

    fn isClosed(kind: Kind) bool {
        return kind == .closed;
    }
};

/// A list of anything.
pub fn List(comptime T: type) type {
    return struct {
        items: []T,

        pub fn push(self: *@This(), value: T) void {
            self.grow();
            _ = value;
        }

        fn grow(self: *@This()) void {
            _ = self;
        }
    };
}

test "posts" {
    var book = Ledger.init(std.testing.allocator);
    try book.post(Entry{ .amount = Money.init(1) });
    var list: List(Entry) = undefined;
    list.push(.{ .amount = money.round(Money.zero) });
}
