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
            "src/Money.php",
            "src/Billing/Ledger.php",
            "src/Text/Name.php",
            "src/functions.php",
            "src/Text/one.php",
            "src/Text/two.php",
            "old/b/Import.php",
            "fallback/Anything/Goes.php",
            "lib/Twig/Environment.php",
            "lib/Zend/Db/Table.php",
            "classes/Util.php",
            "classes/Deep/Thing.php",
            "tests/LedgerTest.php",
        ],
        &[("composer.json", COMPOSER)],
    );
    let from = "src/Billing/Ledger.php";
    check(
        &project,
        "php",
        &[
            (from, r"Shop\Money Money", "src/Money.php [Money]"),
            (from, r"Shop\Money", "src/Money.php"),
            (from, r"\Shop\Billing\Ledger", "src/Billing/Ledger.php"),
            (from, r"Shop\Legacy\Import Import", "old/b/Import.php [Import]"),
            (from, r"Shop\Billing Billing", r"src/Billing/ (Shop\Billing) [Billing]"),
            (from, r"Anything\Goes Goes", "fallback/Anything/Goes.php [Goes]"),
            (from, "Twig_Environment Twig_Environment", "lib/Twig/Environment.php [Twig_Environment]"),
            (from, r"Zend\Db\Table Table", "lib/Zend/Db/Table.php [Table]"),
            (from, "Util Util", "classes/Util.php [Util]"),
            (from, r"Deep\Thing Thing", "classes/Deep/Thing.php [Thing]"),
            (from, "Thing Thing", "classes/Deep/Thing.php [Thing]"),
            (from, "Money Money", "external [Money]"),
            (from, r"Other\Money Money", "external (Other) [Money]"),
            (from, r"Shop\Missing Missing", "external (Shop) [Missing]"),
            (
                from,
                "InvalidArgumentException InvalidArgumentException",
                "external [InvalidArgumentException]",
            ),
            (from, "Shop helper", "src/functions.php [helper]"),
            (from, r"Shop\Text shorten", r"src/Text/ (Shop\Text) [shorten]"),
            (from, r"Other\Text shorten", "external (Other) [shorten]"),
            (
                "tests/LedgerTest.php",
                r"Shop\Tests\LedgerTest LedgerTest",
                "tests/LedgerTest.php [LedgerTest]",
            ),
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
            (from, r"Core\Kernel Kernel", "packages/core/src/Kernel.php (acme/core) [Kernel]"),
            (from, r"Web\App App", "packages/web/src/App.php [App]"),
            (from, r"Fake\Kernel Kernel", "external (Fake) [Kernel]"),
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
            ("web/index.php", r"App\Models\User User", "app/Models/User.php [User]"),
            ("web/index.php", r"Shop\Money Money", "src/Shop/Money.php [Money]"),
            ("web/index.php", r"Models\User User", "app/Models/User.php [User]"),
            ("web/index.php", r"Other\User User", "external (Other) [User]"),
            ("web/index.php", "User User", "User.php [User]"),
            ("web/index.php", "Money Money", "external [Money]"),
        ],
    );
}
