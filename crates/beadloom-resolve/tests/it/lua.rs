use crate::project::{check, files};

#[test]
fn modules_and_packages() {
    let project = files(
        &[
            "main.lua", "conf.lua", "src/shop/ledger.lua", "src/shop/init.lua", "lua/plugin/init.lua",
            "lua/plugin/util.lua", "lua/plugin/sub/deep.lua", "spec/ledger_spec.lua",
            "other/lua/far/away.lua", "tests/fixtures/lua/fake.lua", "tasks/seed.lua",
        ],
        &[],
    );
    check(
        &project,
        "lua",
        &[
            ("main.lua", "conf", "conf.lua"),
            ("main.lua", "shop.ledger", "src/shop/ledger.lua"),
            ("main.lua", "shop", "src/shop/init.lua"),
            ("main.lua", "shop/ledger", "src/shop/ledger.lua"),
            ("main.lua", "src.shop.ledger", "src/shop/ledger.lua"),
            ("main.lua", "ledger", "external (ledger)"),
            ("lua/plugin/sub/deep.lua", "plugin.util", "lua/plugin/util.lua"),
            ("lua/plugin/sub/deep.lua", "plugin", "lua/plugin/init.lua"),
            ("spec/ledger_spec.lua", "shop.ledger close", "src/shop/ledger.lua [close]"),
            ("main.lua", "far.away", "other/lua/far/away.lua"),
            ("main.lua", "fake", "external (fake)"),
            ("main.lua", "cjson.safe", "external (cjson)"),
            ("main.lua", "./tasks/seed.lua *", "tasks/seed.lua [*]"),
            ("src/shop/init.lua", "./tasks/seed.lua *", "tasks/seed.lua [*]"),
            ("main.lua", "a..b", "external"),
        ],
    );
}

#[test]
fn rockspecs_say_where_modules_are() {
    let project = files(
        &["core/money.lua", "shop.lua", "app/run.lua"],
        &[(
            "shop-1.0-1.rockspec",
            "build = { modules = { ['acme.money'] = 'core/money.lua', gone = 'gone.lua' } }",
        )],
    );
    check(
        &project,
        "lua",
        &[
            ("app/run.lua", "acme.money", "core/money.lua"),
            ("app/run.lua", "shop", "shop.lua"),
            ("app/run.lua", "gone", "external (gone)"),
            ("app/run.lua", "money", "external (money)"),
        ],
    );
}
