use crate::project::{check, files};

const CABAL: &str = "cabal-version: 2.4
name: shop
-- hs-source-dirs: hidden

common shared
  build-depends: base

library
  hs-source-dirs: src, gen/
  exposed-modules: Billing.Ledger
executable shop
  main-is: Main.hs
  Hs-Source-Dirs:
      app
    , tools
  other-modules: Options
test-suite spec
  hs-source-dirs:   test
";

#[test]
fn modules_lie_below_source_folders() {
    let project = files(
        &[
            "src/Billing/Ledger.hs", "src/Billing/Money.hsc", "src/Billing/Parser.y", "src/Billing.hs",
            "src/lower/Case.hs", "gen/Billing/Tables.lhs", "app/Main.hs", "app/Options.hs",
            "tools/Options/Extra.hs", "test/Billing/LedgerSpec.hs", "hidden/Secret.hs", "Top.hs",
            "core/Core/Types.hs", "core/Billing/Money.hs", "core/exec/Core/Run.hs", "lib/text/Text/Show.hs",
            "lib/text/Spec.hs",
        ],
        &[
            ("shop.cabal", CABAL),
            (
                "core/package.yaml",
                "name: core\nlibrary:\n  source-dirs: .\nexecutables:\n  run:\n    source-dirs:\n    - exec # runs\n    main: Main.hs\n",
            ),
            ("lib/text/text.cabal", "name: text\nlibrary\n  exposed-modules: Text.Show\n"),
            ("other/package.yaml", "packages: [src]\n"),
        ],
    );
    let from = "src/Billing/Ledger.hs";
    check(
        &project,
        "haskell",
        &[
            (from, "Billing *", "src/Billing.hs [*]"),
            (from, "Billing.Money Money", "src/Billing/Money.hsc [Money]"),
            ("core/Core/Types.hs", "Billing.Money *", "core/Billing/Money.hs [*]"),
            (from, "Billing.Parser", "src/Billing/Parser.y"),
            (from, "Billing.Tables", "gen/Billing/Tables.lhs"),
            ("app/Main.hs", "Options", "app/Options.hs"),
            ("app/Main.hs", "Options.Extra", "tools/Options/Extra.hs"),
            (from, "Core.Types", "core/Core/Types.hs"),
            (from, "Core.Run", "core/exec/Core/Run.hs"),
            (from, "Text.Show", "lib/text/Text/Show.hs"),
            ("test/Billing/LedgerSpec.hs", "Billing.Ledger", "src/Billing/Ledger.hs"),
            (from, "Money", "external (Money)"),
            (from, "Ledger", "external (Ledger)"),
            (from, "Secret", "external (Secret)"),
            (from, "Top", "external (Top)"),
            (from, "lower.Case", "external (lower.Case)"),
            (from, "Data.Map.Strict *", "external (Data.Map.Strict) [*]"),
            (from, "Billing.Led", "external (Billing.Led)"),
        ],
    );
    assert_eq!(project.diagnostics(), []);
}

#[test]
fn without_a_manifest_the_usual_folders_count() {
    let project = files(&["src/A/B.hs", "app/Main.hs", "lib/C.hs", "D/E.hs", "other/F.hs"], &[]);
    check(
        &project,
        "haskell",
        &[
            ("app/Main.hs", "A.B", "src/A/B.hs"),
            ("app/Main.hs", "C", "lib/C.hs"),
            ("app/Main.hs", "D.E", "D/E.hs"),
            ("app/Main.hs", "F", "external (F)"),
            ("app/Main.hs", "B", "external (B)"),
        ],
    );
}
