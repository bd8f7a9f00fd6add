// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "Shop",
    products: [.executable(name: "shop", targets: ["App"])],
    dependencies: [
        .package(url: "https://example.org/swift-log.git", from: "1.5.0"),
    ],
    targets: [
        .target(name: "Money"),
        .target(name: "Billing", dependencies: ["Money", .product(name: "Logging", package: "swift-log")]),
        .executableTarget(name: "App", dependencies: [.target(name: "Billing")]),
        .testTarget(name: "BillingTests", dependencies: ["Billing"]),
    ]
)
