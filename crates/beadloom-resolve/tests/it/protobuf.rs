use crate::project::{check, files};

#[test]
fn imports_are_paths_below_a_root() {
    let project = files(
        &[
            "api/shop/v1/shop.proto",
            "api/shop/v1/entry.proto",
            "api/shop/common/money.proto",
            "services/billing/proto/billing/ledger.proto",
            "services/billing/proto/billing/page.proto",
            "services/auth/src/main/proto/auth/token.proto",
            "vendored/google/api/http.proto",
            "root.proto",
            "deep/x/y/leaf.proto",
            "modules/a/a/one.proto",
            "tests/proto/shop/common/money.proto",
        ],
        &[
            (
                "buf.yaml",
                "version: v2\nmodules:\n  - path: modules/a # here\n    name: example.org/a\n  - path: api\nlint:\n  use:\n    - STANDARD\n",
            ),
            ("vendored/buf.yaml", "version: v1\n"),
        ],
    );
    let from = "api/shop/v1/shop.proto";
    check(
        &project,
        "protobuf",
        &[
            (from, "shop/v1/entry.proto *", "api/shop/v1/entry.proto [*]"),
            (from, "shop/common/money.proto *", "api/shop/common/money.proto [*]"),
            (from, "entry.proto", "api/shop/v1/entry.proto"),
            (from, "root.proto", "root.proto"),
            (from, "billing/ledger.proto", "services/billing/proto/billing/ledger.proto"),
            (from, "auth/token.proto", "services/auth/src/main/proto/auth/token.proto"),
            (from, "google/api/http.proto", "vendored/google/api/http.proto"),
            (from, "a/one.proto", "modules/a/a/one.proto"),
            (
                "services/billing/proto/billing/ledger.proto",
                "billing/page.proto",
                "services/billing/proto/billing/page.proto",
            ),
            (
                "services/billing/proto/billing/ledger.proto",
                "shop/common/money.proto",
                "api/shop/common/money.proto",
            ),
            (from, "api/shop/v1/entry.proto", "api/shop/v1/entry.proto"),
            // Never by the file's name alone.
            (from, "leaf.proto", "external"),
            (from, "y/leaf.proto", "external (y)"),
            (from, "page.proto", "external"),
            (from, "google/protobuf/empty.proto", "external (google.protobuf)"),
            (from, "../shop/common/money.proto", "external"),
            (from, "hop/common/money.proto", "external (hop.common)"),
        ],
    );
    assert_eq!(project.diagnostics(), []);
}
