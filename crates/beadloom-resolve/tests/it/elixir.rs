use crate::project::{check, files};

#[test]
fn modules_lie_at_the_paths_of_their_names() {
    let project = files(
        &[
            "mix.exs",
            "lib/shop.ex",
            "lib/shop/billing.ex",
            "lib/shop/billing/ledger_entry.ex",
            "lib/shop/http_client.ex",
            "lib/shop/graphql.ex",
            "lib/shop/accounts/accounts.ex",
            "lib/shop_web/controllers/user_controller.ex",
            "lib/shop_web/components/core_components.ex",
            "lib/shop_web/live/cart_live/index.ex",
            "lib/mix/tasks/shop.seed.ex",
            "test/support/data_case.ex",
            "test/shop/billing_test.exs",
            "test/support/shop/factory.ex",
            "deps_notes/lib/ecto.ex",
        ],
        &[],
    );
    let from = "lib/shop/billing.ex";
    check(
        &project,
        "elixir",
        &[
            (from, "Shop", "lib/shop.ex"),
            (from, "Shop.Billing", "lib/shop/billing.ex"),
            (from, "Shop.Billing.LedgerEntry X", "lib/shop/billing/ledger_entry.ex [X]"),
            (from, "Shop.HTTPClient", "lib/shop/http_client.ex"),
            (from, "Shop.GraphQL", "lib/shop/graphql.ex"),
            (from, "Shop.Accounts", "lib/shop/accounts/accounts.ex"),
            (from, "Shop.Billing.Nested", "lib/shop/billing.ex"),
            (from, "Shop.Billing.Nested.Deeper", "lib/shop/billing.ex"),
            (from, "Shop.Missing", "external (Shop)"),
            (from, "ShopWeb.UserController", "lib/shop_web/controllers/user_controller.ex"),
            (from, "ShopWeb.CoreComponents", "lib/shop_web/components/core_components.ex"),
            (from, "ShopWeb.CartLive.Index", "lib/shop_web/live/cart_live/index.ex"),
            (from, "Billing", "external (Billing)"),
            (from, "LedgerEntry", "external (LedgerEntry)"),
            (from, "Ecto.Query", "external (Ecto)"),
            (from, "Logger", "external (Logger)"),
            (from, "Shop.Factory", "test/support/shop/factory.ex"),
            ("test/shop/billing_test.exs", "DataCase", "test/support/data_case.ex"),
            ("test/shop/billing_test.exs", "Shop.DataCase", "test/support/data_case.ex"),
            ("test/shop/billing_test.exs", "ShopWeb.DataCase", "test/support/data_case.ex"),
            ("test/shop/billing_test.exs", "Other.DataCase", "external (Other)"),
            (from, "Mix.Tasks.Shop.Seed", "lib/mix/tasks/shop.seed.ex"),
        ],
    );
}

#[test]
fn umbrellas() {
    let project = files(
        &[
            "mix.exs", "apps/core/mix.exs", "apps/core/lib/core/repo.ex", "apps/core/lib/shared.ex",
            "apps/web/mix.exs", "apps/web/lib/web/router.ex", "apps/web/lib/shared.ex",
        ],
        &[],
    );
    check(
        &project,
        "elixir",
        &[
            ("apps/web/lib/web/router.ex", "Core.Repo", "apps/core/lib/core/repo.ex (core)"),
            ("apps/core/lib/core/repo.ex", "Web.Router", "apps/web/lib/web/router.ex (web)"),
            ("apps/web/lib/web/router.ex", "Shared", "apps/web/lib/shared.ex"),
            ("apps/core/lib/core/repo.ex", "Shared", "apps/core/lib/shared.ex"),
        ],
    );
}
