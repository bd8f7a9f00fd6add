use crate::project::{check, files};

const FROM: &str = "core/src/main/scala/com/acme/shop/orders/Orders.scala";

#[test]
fn packages_classes_and_members() {
    let project = files(
        &[
            FROM,
            "core/src/main/scala/com/acme/shop/Config.scala",
            "core/src/main/scala/com/acme/shop/package.scala",
            "core/src/main/scala/com/acme/shop/store/Store.scala",
            "core/src/main/scala-2.13/com/acme/shop/compat/Compat.scala",
            "core/src/main/java/com/acme/legacy/Ledger.java",
            "core/src/test/scala/com/acme/shop/store/StoreSpec.scala",
            "util/src/main/scala/com/acme/text/Slugs.scala",
            "kt/src/main/kotlin/com/acme/kt/text.kt",
        ],
        &[],
    );
    let store = "core/src/main/scala/com/acme/shop/store/ (com.acme.shop.store)";
    let in_store = |name: &str| format!("{store} [{name}]");
    check(
        &project,
        "scala",
        &[
            (
                FROM,
                "com.acme.shop.store.Store Store",
                "core/src/main/scala/com/acme/shop/store/Store.scala [Store]",
            ),
            (
                FROM,
                "com.acme.shop.store.Store.open open",
                "core/src/main/scala/com/acme/shop/store/Store.scala [open]",
            ),
            (
                FROM,
                "com.acme.shop.store.Store.* *",
                "core/src/main/scala/com/acme/shop/store/Store.scala [*]",
            ),
            (FROM, "com.acme.shop.store.* given", &in_store("given")),
            (FROM, "com.acme.shop.store store", &in_store("store")),
            // Classes in files of other names, members of the package.
            (FROM, "com.acme.shop.store.Row Row", &in_store("Row")),
            (FROM, "com.acme.shop.store.Row.* *", &in_store("*")),
            (FROM, "com.acme.shop.store.implicits.* *", &in_store("*")),
            (FROM, "com.acme.shop.store.open open", &in_store("open")),
            // Paths that begin in a package around the file, innermost first.
            (FROM, "store.Store Store", "core/src/main/scala/com/acme/shop/store/Store.scala [Store]"),
            (FROM, "store.* *", &in_store("*")),
            (FROM, "store.Row Row", &in_store("Row")),
            (FROM, "shop.store.* *", &in_store("*")),
            (FROM, "Config.* *", "core/src/main/scala/com/acme/shop/Config.scala [*]"),
            (FROM, "legacy.Ledger Ledger", "core/src/main/java/com/acme/legacy/Ledger.java [Ledger]"),
            (FROM, "_root_.store.Store Store", "external (store) [Store]"),
            (
                FROM,
                "_root_.com.acme.shop.Config Config",
                "core/src/main/scala/com/acme/shop/Config.scala [Config]",
            ),
            // Other modules and languages.
            (FROM, "com.acme.text.Slugs Slugs", "util/src/main/scala/com/acme/text/Slugs.scala [Slugs]"),
            (
                FROM,
                "com.acme.shop.compat.Compat Compat",
                "core/src/main/scala-2.13/com/acme/shop/compat/Compat.scala [Compat]",
            ),
            (
                FROM,
                "com.acme.legacy.Ledger Ledger",
                "core/src/main/java/com/acme/legacy/Ledger.java [Ledger]",
            ),
            (FROM, "com.acme.kt.slug slug", "kt/src/main/kotlin/com/acme/kt/ (com.acme.kt) [slug]"),
            // Not there.
            (FROM, "com.acme.legacy.Other Other", "external (com.acme.legacy) [Other]"),
            (FROM, "com.acme.legacy.open open", "external (com.acme.legacy) [open]"),
            (FROM, "scala.util.Try Try", "external (scala.util) [Try]"),
            (FROM, "cats.implicits.* *", "external (cats.implicits) [*]"),
            (FROM, "acme.text.Slugs Slugs", "external (acme.text) [Slugs]"),
            (FROM, "Totals.* *", "external [*]"),
            // Of the file itself.
            (FROM, "this.Totals.* *", "core/src/main/scala/com/acme/shop/orders/Orders.scala [*]"),
        ],
    );
}

#[test]
fn layouts_without_the_usual_folders() {
    let project = files(
        &[
            "app/controllers/Home.scala",
            "app/models/User.scala",
            "conf/routes",
            "lib/com/acme/Tool.scala",
            "modules/admin/app/controllers/admin/Panel.scala",
        ],
        &[],
    );
    let from = "app/controllers/Home.scala";
    check(
        &project,
        "scala",
        &[
            (from, "models.User User", "app/models/User.scala [User]"),
            (from, "models.* *", "app/models/ (models) [*]"),
            (
                from,
                "controllers.admin.Panel Panel",
                "modules/admin/app/controllers/admin/Panel.scala [Panel]",
            ),
            (from, "com.acme.Tool Tool", "lib/com/acme/Tool.scala [Tool]"),
            (from, "acme.Tool Tool", "external (acme) [Tool]"),
            (from, "play.api.mvc.* *", "external (play.api.mvc) [*]"),
        ],
    );
}
