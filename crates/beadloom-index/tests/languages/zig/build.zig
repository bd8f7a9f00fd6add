const std = @import("std");

pub fn build(b: *std.Build) void {
    const rates = b.addModule("rates", .{ .root_source_file = b.path("lib/rates/rates.zig") });
    const exe = b.addExecutable(.{
        .name = "shop",
        .root_module = b.createModule(.{
            .root_source_file = b.path("src/main.zig"),
            .imports = &.{.{ .name = "rates", .module = rates }},
        }),
    });
    b.installArtifact(exe);
}
