//! A file that is a struct: keeps entries.
const std = @import("std");
const Allocator = std.mem.Allocator;
const ledger = @import("ledger.zig");

const Store = @This();

allocator: Allocator,
count: usize = 0,

pub fn init(allocator: Allocator) Store {
    return .{ .allocator = allocator };
}

pub fn keep(self: *Store, entry: ledger.Entry) void {
    self.grow(entry.weight());
}

fn grow(self: *Store, by: usize) void {
    self.count += by;
}
