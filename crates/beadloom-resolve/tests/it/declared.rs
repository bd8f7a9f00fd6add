//! Namespaces, packages and modules as files declare them, where folders say something else.

use crate::project::{check, project};

#[test]
fn csharp_namespaces_are_what_files_declare() {
    let using = |path: &str| {
        format!("<Project><ItemGroup><ProjectReference Include=\"{path}\" /></ItemGroup></Project>")
    };
    let (api, tests) = (using("..\\Core\\Core.csproj"), using("..\\..\\src\\Core\\Core.csproj"));
    let project = project(&[
        ("src/Core/Core.csproj", "<Project></Project>"),
        // The folders leave the beginning of the namespace out.
        (
            "src/Core/Orders/Order.cs",
            "namespace Acme.Shop.Orders;\npublic class Order { }\npublic class Line { }\n",
        ),
        (
            "src/Core/Buyers.cs",
            "namespace Acme.Shop.Buyers\n{\n  public class Buyer { }\n}\nnamespace Acme.Shop.Cards\n{\n  public class Card { }\n}\n",
        ),
        ("src/Core/More/Buyers.cs", "namespace Acme.Shop.Buyers;\nclass Other { }\n"),
        ("src/Api/Api.csproj", &api),
        ("src/Api/Program.cs", "using Acme.Shop.Orders;\nRun();\n"),
        ("src/Api/Orders/Mapping.cs", "namespace Acme.Api.Mapping;\nclass Mapping { }\n"),
        ("src/Api/proto/basket.proto", "syntax = \"proto3\";\noption csharp_namespace = \"Acme.Grpc\";\n"),
        ("src/Far/Far.csproj", "<Project></Project>"),
        ("src/Far/Orders.cs", "namespace Acme.Shop.Orders;\nclass FarOrder { }\n"),
        ("tests/Core.Tests/Core.Tests.csproj", &tests),
        ("tests/Core.Tests/OrderTests.cs", "namespace Acme.Tests;\nclass OrderTests { }\n"),
    ]);
    let from = "src/Api/Program.cs";
    check(
        &project,
        "csharp",
        &[
            // A project that is not referenced has the same namespace.
            (from, "Acme.Shop.Orders *", "src/Core/Orders/ (Acme.Shop.Orders) [*]"),
            (
                from,
                "Acme.Shop.Buyers *",
                "src/Core/ (Acme.Shop.Buyers) [*]; src/Core/More/ (Acme.Shop.Buyers) [*]",
            ),
            (from, "Acme.Shop.Cards *", "src/Core/ (Acme.Shop.Cards) [*]"),
            (from, "Acme.Api.Mapping *", "src/Api/Orders/ (Acme.Api.Mapping) [*]"),
            // A type in a file of another name, and one in a file with several namespaces.
            (from, "Acme.Shop.Orders.Line Line", "src/Core/Orders/Order.cs [Line]"),
            (from, "Acme.Shop.Cards.Card *", "src/Core/Buyers.cs [*]"),
            (from, "Acme.Grpc *", "src/Api/proto/basket.proto [*]"),
            // Nobody declares what the folders would be called.
            (from, "Core.Orders *", "external (Core.Orders) [*]"),
            (from, "Api.Orders *", "external (Api.Orders) [*]"),
            ("tests/Core.Tests/OrderTests.cs", "Acme.Shop.Cards *", "src/Core/ (Acme.Shop.Cards) [*]"),
        ],
    );
}

#[test]
fn packages_of_the_jvm_are_what_files_declare() {
    let project = project(&[
        // Kotlin's convention: the common root is no folder; names stand in files of any name.
        (
            "app/src/main/kotlin/billing/Charges.kt",
            "package org.acme.shop.billing\n\nclass Charge\nfun round(a: Int) = a\nfun <T> List<T>.second(): T = this[1]\n",
        ),
        (
            "app/src/main/kotlin/billing/Ledger.kt",
            "package org.acme.shop.billing\n\nobject Ledger { fun post() {} }\n",
        ),
        ("app/src/main/kotlin/Main.kt", "package org.acme.shop\n\nfun main() {}\n"),
        // One file adds to a library's package.
        ("app/src/main/kotlin/device/Flush.kt", "package androidx.test.device\n\nfun Device.flush() {}\n"),
        // Scala in one folder.
        (
            "flat/All.scala",
            "package org.acme.flat\n\ncase class Row(a: Int)\nobject Rows {\n  def all = 1\n}\n",
        ),
        ("flat/Two.scala", "package org.acme.flat.deep\n\ntrait Deep\n"),
        ("flat/package.scala", "package org.acme\n\npackage object flat {\n  def helper = 1\n}\n"),
        // Java in trees that show nothing of the package.
        (
            "tests/cases/Ledger.java",
            "package org.acme.cases;\n\nclass Ledger { static class Row { } }\nclass Second { }\n",
        ),
        ("tests/other/Ledger.java", "package org.acme.other;\n\nclass Ledger { }\n"),
        ("tests/cases/LedgerTest.java", "package org.acme.cases;\n\nclass LedgerTest { }\n"),
    ]);
    let main = "app/src/main/kotlin/Main.kt";
    check(
        &project,
        "kotlin",
        &[
            (main, "org.acme.shop.billing.Charge", "app/src/main/kotlin/billing/Charges.kt"),
            (main, "org.acme.shop.billing.round", "app/src/main/kotlin/billing/Charges.kt"),
            (main, "org.acme.shop.billing.second", "app/src/main/kotlin/billing/Charges.kt"),
            (main, "org.acme.shop.billing.Ledger.post", "app/src/main/kotlin/billing/Ledger.kt"),
            (main, "org.acme.shop.billing.*", "app/src/main/kotlin/billing/ (org.acme.shop.billing)"),
            (main, "billing.Charge", "external (billing)"),
            (main, "androidx.test.device.flush", "app/src/main/kotlin/device/Flush.kt"),
            (main, "androidx.test.device.Device", "external (androidx.test.device)"),
            // What the build makes.
            (main, "org.acme.shop.billing.R", "app/src/main/kotlin/billing/ (org.acme.shop.billing)"),
        ],
    );
    let two = "flat/Two.scala";
    check(
        &project,
        "scala",
        &[
            (two, "org.acme.flat.Row Row", "flat/All.scala [Row]"),
            (two, "org.acme.flat.Rows.all all", "flat/All.scala [all]"),
            (two, "org.acme.flat.Rows.* *", "flat/All.scala [*]"),
            (two, "org.acme.flat.helper helper", "flat/package.scala [helper]"),
            (two, "org.acme.flat.deep.Deep Deep", "flat/Two.scala [Deep]"),
            // Seen from a package around the file.
            ("flat/All.scala", "deep.Deep Deep", "flat/Two.scala [Deep]"),
        ],
    );
    let test = "tests/cases/LedgerTest.java";
    check(
        &project,
        "java",
        &[
            (test, "org.acme.cases.Ledger", "tests/cases/Ledger.java"),
            (test, "org.acme.other.Ledger", "tests/other/Ledger.java"),
            (test, "org.acme.cases.Second", "tests/cases/Ledger.java"),
            (test, "org.acme.cases.Ledger.Row", "tests/cases/Ledger.java"),
            (test, "org.acme.other.*", "tests/other/ (org.acme.other)"),
            (
                test,
                "org.acme.shop.billing.ChargesKt.round round",
                "app/src/main/kotlin/billing/Charges.kt [round]",
            ),
            (test, "cases.Ledger", "external (cases)"),
        ],
    );
}

#[test]
fn modules_of_elixir_and_classes_of_php_are_what_files_declare() {
    let project = project(&[
        ("mix.exs", ""),
        (
            "lib/shop/ledger.ex",
            "defmodule Shop.Ledger do\n  defmodule Row do\n  end\nend\n\ndefmodule Shop.Cards do\nend\n",
        ),
        ("lib/shop/odd_name.ex", "defmodule Shop.Billing.Charge do\nend\n"),
        ("lib/shop/undeclared.ex", ""),
        (
            "inc/class-money.php",
            "<?php\nnamespace Acme\\Money;\nclass Money {}\nclass Purse {}\nfunction round_up() {}\n",
        ),
        ("inc/index.php", "<?php\nuse Acme\\Money\\Purse;\n"),
    ]);
    let from = "lib/shop/undeclared.ex";
    check(
        &project,
        "elixir",
        &[
            (from, "Shop.Ledger", "lib/shop/ledger.ex"),
            (from, "Shop.Ledger.Row", "lib/shop/ledger.ex"),
            (from, "Shop.Cards", "lib/shop/ledger.ex"),
            (from, "Shop.Billing.Charge", "lib/shop/odd_name.ex"),
            (from, "Shop.OddName", "external (Shop)"),
            ("lib/shop/ledger.ex", "Shop.Undeclared", "lib/shop/undeclared.ex"),
        ],
    );
    let from = "inc/index.php";
    check(
        &project,
        "php",
        &[
            (from, "Acme\\Money\\Purse", "inc/class-money.php"),
            (from, "Acme\\Money round_up", "inc/class-money.php [round_up]"),
            (from, "Acme\\Money\\Missing", "external (Acme)"),
        ],
    );
}
