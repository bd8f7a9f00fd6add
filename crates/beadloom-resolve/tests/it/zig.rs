use crate::project::{check, files};

const BUILD: &str = r#"
const std = @import("std");
pub fn build(b: *std.Build) void {
    // b.addModule("hidden", .{ .root_source_file = b.path("src/hidden.zig") });
    const money = b.addModule("money", .{ .root_source_file = b.path("src/money.zig"), .target = target });
    const rates = b.createModule(.{
        .root_source_file = b.path("src/rates/rates.zig"),
        .imports = &.{ .{ .name = "money_lib", .module = money } },
    });
    const known = b.dependency("known", .{ .target = target }).module("known-folders");
    const exe = b.addExecutable(.{ .name = "shop", .root_module = rates });
    exe.root_module.addImport("rates", rates);
    exe.root_module.addImport("known", known);
    exe.root_module.addImport("far", b.dependency("far", .{}).module("far"));
    exe.root_module.addImport("inline", b.createModule(.{ .root_source_file = b.path("src/inline.zig") }));
    exe.root_module.addImport("gone", b.createModule(.{ .root_source_file = b.path("src/gone.zig") }));
    exe.root_module.addAnonymousImport("old", .{ .source_file = .{ .path = "src/old.zig" } });
    exe.root_module.addOptions("options", options);
}
"#;

const ZON: &str = r#".{
    .name = "shop",
    .dependencies = .{
        .far = .{ .url = "https://example.org/far.tar.gz", .hash = "1220" },
        .@"known" = .{
            .path = "libs/known",
        },
    },
    .paths = .{""},
}"#;

#[test]
fn files_by_path_and_modules_by_name() {
    let project = files(
        &[
            "src/main.zig", "src/money.zig", "src/util/round.zig", "src/util/round.h", "src/rates/rates.zig",
            "src/inline.zig", "src/old.zig", "src/hidden.zig", "libs/known/root.zig", "libs/known/src/a.zig",
        ],
        &[
            ("build.zig", BUILD),
            ("build.zig.zon", ZON),
            (
                "libs/known/build.zig",
                "_ = b.addModule(\"known-folders\", .{ .root_source_file = b.path(\"root.zig\") });",
            ),
        ],
    );
    let from = "src/main.zig";
    check(
        &project,
        "zig",
        &[
            (from, "money.zig", "src/money.zig"),
            (from, "util/round.zig round", "src/util/round.zig [round]"),
            (from, "./util/../money.zig", "src/money.zig"),
            ("src/util/round.zig", "../money.zig", "src/money.zig"),
            (from, "round.zig", "external"),
            (from, "../../src/money.zig", "external"),
            ("src/util/round.zig", "round.h", "src/util/round.h"),
            (from, "stdio.h", "external"),
            (from, "money", "src/money.zig (money)"),
            (from, "money_lib", "src/money.zig (money_lib)"),
            (from, "rates", "src/rates/rates.zig (rates)"),
            (from, "known", "libs/known/root.zig (known)"),
            (from, "inline", "src/inline.zig (inline)"),
            (from, "old", "src/old.zig (old)"),
            ("libs/known/src/a.zig", "known-folders", "libs/known/root.zig (known-folders)"),
            // Below a build script of its own, what others name is named too: it is built by them.
            ("libs/known/src/a.zig", "money", "src/money.zig (money)"),
            (from, "far", "external (far)"),
            (from, "gone", "external (gone)"),
            (from, "hidden", "external (hidden)"),
            (from, "options", "external (options)"),
            (from, "std mem", "external (std) [mem]"),
            (from, "builtin", "external (builtin)"),
        ],
    );
    assert_eq!(project.diagnostics(), []);
}

#[test]
fn hostile_manifests_say_nothing() {
    for manifest in
        ["", "addModule(", "addModule(\"a\"", ".{ .name = \"a\", .module =", "b.dependency(\"a\"", "{{{{"]
    {
        let project = files(
            &["a.zig"],
            &[("build.zig", manifest), ("build.zig.zon", ".{ .dependencies = .{ .a = .{ .path = ")],
        );
        check(&project, "zig", &[("a.zig", "a", "external (a)")]);
    }
}
