use crate::project::{check, files};

const COMPOSER: &str = r#"{
    "name": "acme/shop",
    "autoload": {
        "psr-4": {"Shop\\": "src/", "Shop\\Legacy\\": ["old/a", "old/b"], "": "fallback/"},
        "psr-0": {"Twig_": "lib/", "Zend": "lib"},
        "classmap": ["classes/"],
        "files": ["src/functions.php", "src/Text/one.php", "src/Text/two.php"]
    },
    "autoload-dev": {"psr-4": {"Shop\\Tests\\": "tests/"}}
}"#;

#[test]
fn classes_by_the_rules_of_composer() {
    let project = files(
        &[
            "src/Money.php", "src/Billing/Ledger.php", "src/Text/Name.php", "src/functions.php",
            "src/Text/one.php", "src/Text/two.php", "old/b/Import.php", "fallback/Anything/Goes.php",
            "lib/Twig/Environment.php", "lib/Zend/Db/Table.php", "classes/Util.php",
            "classes/Deep/Thing.php", "tests/LedgerTest.php",
        ],
        &[("composer.json", COMPOSER)],
    );
    let from = "src/Billing/Ledger.php";
    check(
        &project,
        "php",
        &[
            (from, r"Shop\Money", "src/Money.php"),
            (from, r"Shop\Money", "src/Money.php"),
            (from, r"\Shop\Billing\Ledger", "src/Billing/Ledger.php"),
            (from, r"Shop\Legacy\Import", "old/b/Import.php"),
            (from, r"Shop\Billing", r"src/Billing/ (Shop\Billing)"),
            (from, r"Anything\Goes", "fallback/Anything/Goes.php"),
            (from, "Twig_Environment", "lib/Twig/Environment.php"),
            (from, r"Zend\Db\Table", "lib/Zend/Db/Table.php"),
            (from, "Util", "classes/Util.php"),
            (from, r"Deep\Thing", "classes/Deep/Thing.php"),
            (from, "Thing", "classes/Deep/Thing.php"),
            (from, "Money", "external"),
            (from, r"Other\Money", "external (Other)"),
            (from, r"Shop\Missing", "external (Shop)"),
            (
                from,
                "InvalidArgumentException InvalidArgumentException",
                "external [InvalidArgumentException]",
            ),
            (from, "Shop helper", "src/functions.php [helper]"),
            (from, r"Shop\Text shorten", r"src/Text/ (Shop\Text) [shorten]"),
            (from, r"Other\Text shorten", "external (Other) [shorten]"),
            ("tests/LedgerTest.php", r"Shop\Tests\LedgerTest", "tests/LedgerTest.php"),
        ],
    );
}

#[test]
fn files_by_their_paths() {
    let project = files(
        &["index.php", "inc/head.php", "inc/menu.php", "app/page.php", "app/inc/foot.php"],
        &[("composer.json", "{}")],
    );
    check(
        &project,
        "php",
        &[
            ("inc/head.php", "./menu.php *", "inc/menu.php [*]"),
            ("app/page.php", "../inc/head.php *", "inc/head.php [*]"),
            ("app/page.php", "inc/foot.php *", "app/inc/foot.php [*]"),
            ("app/page.php", "inc/menu.php *", "inc/menu.php [*]"),
            ("app/page.php", "menu.php *", "external [*]"),
            ("index.php", "./vendor/autoload.php *", "external [*]"),
            ("index.php", "../../etc/passwd *", "external [*]"),
        ],
    );
}

#[test]
fn packages_of_one_repository() {
    let project = files(
        &["packages/core/src/Kernel.php", "packages/web/src/App.php", "tests/fixtures/app/src/Kernel.php"],
        &[
            (
                "packages/core/composer.json",
                r#"{"name": "acme/core", "autoload": {"psr-4": {"Core\\": "src"}}}"#,
            ),
            (
                "packages/web/composer.json",
                r#"{"name": "acme/web", "autoload": {"psr-4": {"Web\\": "src"}}}"#,
            ),
            ("tests/fixtures/app/composer.json", r#"{"autoload": {"psr-4": {"Fake\\": "src"}}}"#),
        ],
    );
    let from = "packages/web/src/App.php";
    check(
        &project,
        "php",
        &[
            (from, r"Core\Kernel", "packages/core/src/Kernel.php (acme/core)"),
            (from, r"Web\App", "packages/web/src/App.php"),
            (from, r"Fake\Kernel", "external (Fake)"),
        ],
    );
}

#[test]
fn whole_names_are_paths_where_no_manifest_says_otherwise() {
    let project = files(&["app/Models/User.php", "src/Shop/Money.php", "web/index.php", "User.php"], &[]);
    check(
        &project,
        "php",
        &[
            ("web/index.php", r"App\Models\User", "app/Models/User.php"),
            ("web/index.php", r"Shop\Money", "src/Shop/Money.php"),
            ("web/index.php", r"Models\User", "app/Models/User.php"),
            ("web/index.php", r"Other\User", "external (Other)"),
            ("web/index.php", "User", "User.php"),
            ("web/index.php", "Money", "external"),
        ],
    );
}
