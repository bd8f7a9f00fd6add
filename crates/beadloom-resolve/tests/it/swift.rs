use crate::project::{check, files};

const SHOP: &str = r#"
// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "Shop",
    products: [.library(name: "Billing", targets: ["Billing"])],
    dependencies: [.package(url: "https://example.org/swift-log.git", from: "1.0.0")],
    targets: [
        .target(name: "Billing", dependencies: [.target(name: "Money"), .product(name: "Logging", package: "swift-log")]),
        .target(
            name: "Money", // .target(name: "Hidden")
            path: "Libraries/Money"
        ),
        .executableTarget(name: "App", dependencies: ["Billing"]),
        .testTarget(name: "BillingTests", dependencies: ["Billing"]),
        .plugin(name: "Generate", capability: .buildTool()),
        .target(name: "Gone"),
    ] + extra.map { .target(name: $0) }
)
"#;

#[test]
fn modules_are_targets_of_packages() {
    let project = files(
        &[
            "Sources/Billing/Ledger.swift",
            "Sources/Billing/Rates/Rate.swift",
            "Sources/App/main.swift",
            "Sources/Extra/Extra.swift",
            "Libraries/Money/Amount.swift",
            "Libraries/Other/Other.swift",
            "Tests/BillingTests/LedgerTests.swift",
            "Plugins/Generate/plugin.swift",
            "Packages/Auth/Sources/Auth.swift",
            "Packages/Auth/Tests/AuthTests/Tests.swift",
            "Examples/Demo/Sources/Money/Money.swift",
            "Examples/Demo/Sources/Demo/main.swift",
            "Elsewhere/Sources/NoPackage/a.swift",
        ],
        &[
            ("Package.swift", SHOP),
            (
                "Packages/Auth/Package.swift",
                "let p = Package(targets: [.target(name: \"Auth\"), .testTarget(name: \"AuthTests\")])",
            ),
            (
                "Examples/Demo/Package.swift",
                "let p = Package(targets: [.target(name: \"Money\"), .executableTarget(name: \"Demo\")])",
            ),
        ],
    );
    let from = "Sources/App/main.swift";
    check(
        &project,
        "swift",
        &[
            (from, "Billing *", "Sources/Billing/ (Billing) [*]"),
            (from, "Billing Ledger", "Sources/Billing/ (Billing) [Ledger]"),
            (from, "Billing.Rates *", "Sources/Billing/ (Billing) [*]"),
            (from, "Money *", "Libraries/Money/ (Money) [*]"),
            ("Examples/Demo/Sources/Demo/main.swift", "Money *", "Examples/Demo/Sources/Money/ (Money) [*]"),
            ("Tests/BillingTests/LedgerTests.swift", "Billing *", "Sources/Billing/ (Billing) [*]"),
            (from, "BillingTests *", "Tests/BillingTests/ (BillingTests) [*]"),
            (from, "Generate *", "Plugins/Generate/ (Generate) [*]"),
            // The only target of its package, directly in `Sources`.
            (from, "Auth *", "Packages/Auth/Sources/ (Auth) [*]"),
            // Declared by an expression, and where such a target usually is.
            (from, "Extra *", "Sources/Extra/ (Extra) [*]"),
            (from, "Logging *", "external (Logging) [*]"),
            (from, "Foundation *", "external (Foundation) [*]"),
            (from, "Gone *", "external (Gone) [*]"),
            (from, "Hidden *", "external (Hidden) [*]"),
            (from, "Other *", "external (Other) [*]"),
            (from, "Bill *", "external (Bill) [*]"),
            (from, "NoPackage *", "external (NoPackage) [*]"),
            (from, "Demo *", "external (Demo) [*]"),
        ],
    );
    assert_eq!(project.diagnostics(), []);
}

#[test]
fn hostile_manifests_say_nothing() {
    for manifest in
        ["", ".target(", ".target(name:", ".target(name: \"a", "(((((", ".target(name: \"\\(x)\")", "/*"]
    {
        let project = files(&["Sources/A/a.swift"], &[("Package.swift", manifest)]);
        check(&project, "swift", &[("Sources/A/a.swift", "B *", "external (B) [*]")]);
    }
}
