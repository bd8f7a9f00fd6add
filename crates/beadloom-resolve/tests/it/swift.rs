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

/// A project with files one by one, in groups, and targets with folders as a whole.
const PROJECT: &str = r#"// !$*UTF8*$!
{
	archiveVersion = 1;
	objects = {
		P0 /* Project object */ = {isa = PBXProject; mainGroup = G0; projectDirPath = ""; targets = (T1, T2, T3, T4, ); };
		G0 = {isa = PBXGroup; children = (G1, G2, S1, S2, F4, ); sourceTree = "<group>"; };
		G1 /* App */ = {isa = PBXGroup; children = (F1, G3, ); path = "My App"; sourceTree = "<group>"; };
		G3 /* Views */ = {isa = PBXGroup; children = (F2, ); path = Views; sourceTree = "<group>"; };
		G2 /* Kit, moved */ = {isa = PBXGroup; children = (F3, ); name = Kit; sourceTree = "<group>"; };
		F1 = {isa = PBXFileReference; path = App.swift; sourceTree = "<group>"; };
		F2 = {isa = PBXFileReference; path = View.swift; sourceTree = "<group>"; };
		F3 = {isa = PBXFileReference; name = Kit.swift; path = Libraries/Kit/Kit.swift; sourceTree = SOURCE_ROOT; };
		F4 = {isa = PBXFileReference; path = Loose.swift; sourceTree = "<group>"; };
		F5 = {isa = PBXFileReference; path = System.framework; sourceTree = SDKROOT; };
		B1 = {isa = PBXBuildFile; fileRef = F1; }; B2 = {isa = PBXBuildFile; fileRef = F2; };
		B3 = {isa = PBXBuildFile; fileRef = F3; }; B4 = {isa = PBXBuildFile; fileRef = F4; }; B5 = {isa = PBXBuildFile; fileRef = F5; };
		H1 = {isa = PBXSourcesBuildPhase; files = (B1, B2, B5, GONE, ); };
		H2 = {isa = PBXSourcesBuildPhase; files = (B3, ); };
		H3 = {isa = PBXSourcesBuildPhase; files = (B4, ); };
		S1 = {isa = PBXFileSystemSynchronizedRootGroup; path = AppTests; sourceTree = "<group>"; };
		S2 = {isa = PBXFileSystemSynchronizedRootGroup; path = Widget; sourceTree = "<group>"; };
		T1 = {isa = PBXNativeTarget; name = "My App"; buildPhases = (H1, ); };
		T2 = {isa = PBXNativeTarget; name = Kit; buildPhases = (H2, ); buildConfigurationList = L1; };
		T3 = {isa = PBXNativeTarget; name = Loose; buildPhases = (H3, ); };
		T4 = {isa = PBXNativeTarget; name = AppTests; buildPhases = (); fileSystemSynchronizedGroups = (S1, ); };
		T5 = {isa = PBXNativeTarget; name = WidgetExtension; fileSystemSynchronizedGroups = (S2, ); buildConfigurationList = L2; };
		L1 = {isa = XCConfigurationList; buildConfigurations = (C1, ); };
		L2 = {isa = XCConfigurationList; buildConfigurations = (C2, ); };
		C1 = {isa = XCBuildConfiguration; buildSettings = {PRODUCT_NAME = "$(TARGET_NAME)"; PRODUCT_MODULE_NAME = ShopKit; }; };
		C2 = {isa = XCBuildConfiguration; buildSettings = {PRODUCT_NAME = "$(TARGET_NAME)"; }; };
	};
	rootObject = P0;
}
"#;

#[test]
fn modules_are_targets_of_projects() {
    let project = files(
        &[
            "ios/My App/App.swift", "ios/My App/Views/View.swift", "ios/Libraries/Kit/Kit.swift",
            "ios/AppTests/AppTests.swift", "ios/Widget/Widget.swift", "ios/Loose.swift",
        ],
        &[("ios/Shop.xcodeproj/project.pbxproj", PROJECT)],
    );
    let from = "ios/AppTests/AppTests.swift";
    check(
        &project,
        "swift",
        &[
            (from, "My_App *", "ios/My App/ (My_App) [*]"),
            (from, "ShopKit *", "ios/Libraries/Kit/ (ShopKit) [*]"),
            ("ios/My App/App.swift", "WidgetExtension *", "ios/Widget/ (WidgetExtension) [*]"),
            ("ios/My App/App.swift", "AppTests *", "ios/AppTests/ (AppTests) [*]"),
            (from, "Kit *", "external (Kit) [*]"),
            // Its file lies where those of all others are.
            (from, "Loose *", "external (Loose) [*]"),
            (from, "UIKit *", "external (UIKit) [*]"),
        ],
    );
    assert_eq!(project.diagnostics(), []);
}

#[test]
fn hostile_projects_say_nothing() {
    let around = "{objects = {G = {isa = PBXGroup; children = (G, ); path = ..; }; T = {isa = PBXNativeTarget; name = B; \
                  fileSystemSynchronizedGroups = (G, ); }; }; }";
    for text in ["", "{", "{objects = (", "{objects = {T = {isa = PBXNativeTarget;", around] {
        let project = files(&["A/a.swift"], &[("A.xcodeproj/project.pbxproj", text)]);
        check(&project, "swift", &[("A/a.swift", "B *", "external (B) [*]")]);
    }
}
