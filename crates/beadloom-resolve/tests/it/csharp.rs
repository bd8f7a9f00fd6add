use crate::project::{check, files, project};

#[test]
fn namespaces_follow_projects_and_folders() {
    let project = project(&[
        (
            "src/Shop.Api/Shop.Api.csproj",
            "<Project>\n  <ItemGroup>\n    <ProjectReference Include=\"..\\Shop.Core\\Shop.Core.csproj\" />\n    <PackageReference Include=\"Serilog\" Version=\"3.0\" />\n    <PackageReference Include=\"Serilog.Sinks.Console\" />\n  </ItemGroup>\n</Project>\n",
        ),
        ("src/Shop.Api/Program.cs", ""),
        ("src/Shop.Api/Controllers/OrdersController.cs", ""),
        (
            "src/Shop.Core/Shop.Core.csproj",
            "<Project><PropertyGroup><RootNamespace>Acme.Shop</RootNamespace></PropertyGroup><ItemGroup><ProjectReference Include=\"../Shop.Common/Shop.Common.csproj\"/></ItemGroup></Project>",
        ),
        ("src/Shop.Core/Ledger.cs", ""),
        ("src/Shop.Core/Billing/Invoice.cs", ""),
        ("src/Shop.Core/Billing/Tax/Rates.cs", ""),
        ("src/Shop.Common/Shop.Common.csproj", "<Project></Project>"),
        ("src/Shop.Common/Texts/Texts.cs", ""),
        ("src/Shop.Other/Shop.Other.csproj", "<Project></Project>"),
        ("src/Shop.Other/Far/Far.cs", ""),
        (
            "tests/Shop.Core.Tests/Shop.Core.Tests.csproj",
            "<Project><PropertyGroup><RootNamespace>Acme.Shop</RootNamespace></PropertyGroup><ItemGroup><ProjectReference Include=\"..\\..\\src\\Shop.Core\\Shop.Core.csproj\" /></ItemGroup></Project>",
        ),
        ("tests/Shop.Core.Tests/Billing/InvoiceTests.cs", ""),
        ("tests/Shop.Core.Tests/Fakes/FakeStore.cs", ""),
    ]);
    let from = "src/Shop.Api/Controllers/OrdersController.cs";
    check(
        &project,
        "csharp",
        &[
            (from, "Acme.Shop *", "src/Shop.Core/ (Acme.Shop) [*]"),
            (from, "Acme.Shop.Billing *", "src/Shop.Core/Billing/ (Acme.Shop.Billing) [*]"),
            (from, "Acme.Shop.Billing.Tax *", "src/Shop.Core/Billing/Tax/ (Acme.Shop.Billing.Tax) [*]"),
            (from, "Shop.Common.Texts *", "src/Shop.Common/Texts/ (Shop.Common.Texts) [*]"),
            (from, "Shop.Api *", "src/Shop.Api/ (Shop.Api) [*]"),
            // Members of a type, an alias of a type, a type that no file is called like.
            (from, "Acme.Shop.Billing.Invoice *", "src/Shop.Core/Billing/Invoice.cs [*]"),
            (from, "Acme.Shop.Billing.Invoice Invoice", "src/Shop.Core/Billing/Invoice.cs [Invoice]"),
            (from, "Acme.Shop.Billing.Invoice.Line Line", "src/Shop.Core/Billing/Invoice.cs [Line]"),
            (
                from,
                "Acme.Shop.Billing.Receipt Receipt",
                "src/Shop.Core/Billing/ (Acme.Shop.Billing.Receipt) [Receipt]",
            ),
            // A namespace without a folder of its own.
            (from, "Acme.Shop.Errors *", "src/Shop.Core/ (Acme.Shop.Errors) [*]"),
            // The only one of that name, but not used by this project.
            (from, "Shop.Other.Far *", "external (Shop.Other.Far) [*]"),
            (from, "Acme *", "external (Acme) [*]"),
            (from, "Acme.Shopper *", "external (Acme.Shopper) [*]"),
            (from, "Shop.Billing *", "external (Shop.Billing) [*]"),
            (from, "System.Linq *", "external (System.Linq) [*]"),
            (from, "Serilog.Events *", "external (Serilog) [*]"),
            (from, "Serilog.Sinks.Console.Themes *", "external (Serilog.Sinks.Console) [*]"),
            (from, "SerilogX *", "external (SerilogX) [*]"),
            // Tests see both halves of their namespace; nobody sees theirs.
            (
                "tests/Shop.Core.Tests/Fakes/FakeStore.cs",
                "Acme.Shop.Billing *",
                "src/Shop.Core/Billing/ (Acme.Shop.Billing) [*]; tests/Shop.Core.Tests/Billing/ (Acme.Shop.Billing) [*]",
            ),
            (from, "Acme.Shop.Fakes *", "src/Shop.Core/ (Acme.Shop.Fakes) [*]"),
        ],
    );
    assert_eq!(project.diagnostics(), []);
}

#[test]
fn shared_properties_and_names_that_tools_make() {
    let project = project(&[
        (
            "Directory.Build.props",
            "<Project><PropertyGroup><RootNamespace>Acme.$(MSBuildProjectName)</RootNamespace></PropertyGroup></Project>",
        ),
        ("app/app.csproj", "<Project/>"),
        ("app/Models/User.cs", ""),
        ("my-lib/my-lib.csproj", "<Project><RootNamespace>$(Unknown)</RootNamespace></Project>"),
        ("my-lib/Code/C.cs", ""),
    ]);
    check(
        &project,
        "csharp",
        &[
            ("app/Models/User.cs", "Acme.app.Models *", "app/Models/ (Acme.app.Models) [*]"),
            ("my-lib/Code/C.cs", "my_lib.Code *", "my-lib/Code/ (my_lib.Code) [*]"),
        ],
    );
}

#[test]
fn a_project_sees_what_it_uses() {
    let reference = |rest: &str| format!("<Project><ItemGroup>{rest}</ItemGroup></Project>");
    let cases: &[(&str, &str, &str)] = &[
        ("nothing", "", "external (Far) [*]"),
        ("directly", "<ProjectReference Include=\"..\\Far\\Far.csproj\" />", "Far/ (Far) [*]"),
        ("through another", "<ProjectReference Include=\"../Near/Near.csproj\" />", "Far/ (Far) [*]"),
        (
            "through one that keeps it",
            "<ProjectReference Include=\"../Own/Own.csproj\" />",
            "external (Far) [*]",
        ),
        (
            "only to be built first",
            "<ProjectReference Include=\"../Far/Far.csproj\" ReferenceOutputAssembly=\"false\" />",
            "external (Far) [*]",
        ),
        (
            "only to be built first, as an element",
            "<ProjectReference Include=\"../Far/Far.csproj\">\n<ReferenceOutputAssembly>false</ReferenceOutputAssembly>\n</ProjectReference>",
            "external (Far) [*]",
        ),
        (
            "one after another that is only built",
            "<ProjectReference Include=\"../Own/Own.csproj\"><ReferenceOutputAssembly>false</ReferenceOutputAssembly></ProjectReference><ProjectReference Include=\"../Far/Far.csproj\" />",
            "Far/ (Far) [*]",
        ),
        ("as a package", "<PackageReference Include=\"far\" Version=\"1.0\" />", "Far/ (Far) [*]"),
        ("linked files of a third", "<Compile Include=\"..\\Third\\**\\*.cs\" />", "external (Far) [*]"),
        ("which ones, a variable says", "<ProjectReference Include=\"$(Others)\" />", "Far/ (Far) [*]"),
        ("which ones, another file says", "<Import Project=\"..\\others.targets\" />", "Far/ (Far) [*]"),
    ];
    for (_, text, leads) in cases {
        let project = project(&[
            ("Far/Far.csproj", "<Project/>"),
            ("Far/Thing.cs", ""),
            ("Near/Near.csproj", reference("<ProjectReference Include=\"../Far/Far.csproj\" />").as_str()),
            (
                "Own/Own.csproj",
                reference("<ProjectReference Include=\"../Far/Far.csproj\" PrivateAssets=\"all\" />")
                    .as_str(),
            ),
            ("App/App.csproj", reference(text).as_str()),
            ("App/Program.cs", ""),
        ]);
        check(&project, "csharp", &[("App/Program.cs", "Far *", *leads)]);
    }
    let shared = project(&[
        (
            "src/Directory.Build.props",
            reference("<ProjectReference Include=\"$(MSBuildThisFileDirectory)Far/Far.csproj\" />").as_str(),
        ),
        ("src/Far/Far.csproj", "<Project/>"),
        ("src/Far/Thing.cs", ""),
        ("src/App/App.csproj", "<Project/>"),
        ("src/App/Program.cs", ""),
        ("Other/Other.csproj", "<Project/>"),
        ("Other/Program.cs", ""),
    ]);
    check(
        &shared,
        "csharp",
        &[
            ("src/App/Program.cs", "Far *", "src/Far/ (Far) [*]"),
            ("Other/Program.cs", "Far *", "external (Far) [*]"),
        ],
    );
    // What is read after a project may name projects by a pattern, which is not followed: any may be meant.
    for (include, seen) in [
        ("$(MSBuildThisFileDirectory)Far/Far.csproj", "src/Far/ (Far) [*]"),
        ("..\\..\\Modules\\**\\*.csproj", "src/Far/ (Far) [*]"),
        ("..\\Near\\Near.csproj", "external (Far) [*]"),
    ] {
        let targets = project(&[
            (
                "src/Directory.Build.targets",
                reference(&format!("<ProjectReference Include=\"{include}\" />")).as_str(),
            ),
            ("src/Far/Far.csproj", "<Project/>"),
            ("src/Far/Thing.cs", ""),
            ("src/Near/Near.csproj", "<Project/>"),
            ("src/App/App.csproj", "<Project/>"),
            ("src/App/Program.cs", ""),
        ]);
        check(&targets, "csharp", &[("src/App/Program.cs", "Far *", seen)]);
    }
}

#[test]
fn without_projects_folders_tell() {
    let project = files(
        &["Assets/Scripts/Game/Player.cs", "Assets/Scripts/Game/AI/Brain.cs", "Assets/Plugins/AI/Other.cs"],
        &[],
    );
    let from = "Assets/Scripts/Game/Player.cs";
    check(
        &project,
        "csharp",
        &[
            (from, "Game.AI *", "Assets/Scripts/Game/AI/ (Game.AI) [*]"),
            (from, "Scripts.Game *", "Assets/Scripts/Game/ (Scripts.Game) [*]"),
            (from, "Game.AI.Brain Brain", "Assets/Scripts/Game/AI/Brain.cs [Brain]"),
            (from, "ame.AI *", "external (ame.AI) [*]"),
            (from, "UnityEngine *", "external (UnityEngine) [*]"),
        ],
    );
}
