use crate::project::{check, files};

#[test]
fn beside_the_file_and_on_load_paths() {
    let project = files(
        &[
            "Rakefile", "lib/shop.rb", "lib/shop/ledger.rb", "lib/shop/money.rb", "lib/set.rb",
            "spec/spec_helper.rb", "spec/models/ledger_spec.rb", "test/test_helper.rb",
            "test/support/factory.rb", "tasks/setup.rb", "tasks/build.rake", "bin/run.rb",
            "config/application.rb",
        ],
        &[],
    );
    let from = "lib/shop/ledger.rb";
    check(
        &project,
        "ruby",
        &[
            (from, "./money *", "lib/shop/money.rb [*]"),
            (from, "../shop *", "lib/shop.rb [*]"),
            (from, "./config/application *", "config/application.rb [*]"),
            (from, "../../../out *", "external [*]"),
            (from, "./nothing *", "external [*]"),
            (from, "shop/money *", "lib/shop/money.rb [*]"),
            (from, "shop/money.rb *", "lib/shop/money.rb [*]"),
            (from, "shop *", "lib/shop.rb [*]"),
            (from, "set *", "lib/set.rb [*]"),
            (from, "money *", "external (money) [*]"),
            (from, "ledger *", "external (ledger) [*]"),
            (from, "json *", "external (json) [*]"),
            (from, "active_support/core_ext *", "external (active_support) [*]"),
            (from, "/etc/x *", "external [*]"),
            ("spec/models/ledger_spec.rb", "spec_helper *", "spec/spec_helper.rb [*]"),
            ("test/support/factory.rb", "test_helper *", "test/test_helper.rb [*]"),
            ("test/test_helper.rb", "support/factory *", "test/support/factory.rb [*]"),
            ("Rakefile", "tasks/setup.rb *", "tasks/setup.rb [*]"),
            ("Rakefile", "tasks/build.rake *", "tasks/build.rake [*]"),
        ],
    );
}

#[test]
fn gems_of_one_repository() {
    let project = files(
        &[
            "core/lib/core/version.rb",
            "core/lib/core.rb",
            "web/src/web/app.rb",
            "web/lib/core.rb",
            "web/spec/app_spec.rb",
            "tests/fixtures/fake/lib/rack.rb",
            "web/lib/web/late.rb",
            "sample/lib/shop/sample.rb",
            "sample/lib/data.rb",
        ],
        &[
            ("core/core.gemspec", "Gem::Specification.new { |s| s.name = 'core' }"),
            ("web/web.gemspec", "s.require_paths = ['src']\n"),
            ("tests/fixtures/fake/rack.gemspec", ""),
            ("sample/shop-sample.gemspec", ""),
        ],
    );
    check(
        &project,
        "ruby",
        &[
            ("web/src/web/app.rb", "core/version *", "core/lib/core/version.rb (core) [*]"),
            ("web/src/web/app.rb", "web/app *", "web/src/web/app.rb [*]"),
            ("core/lib/core.rb", "web/app *", "web/src/web/app.rb (web) [*]"),
            ("core/lib/core.rb", "web/late *", "external (web) [*]"),
            ("web/spec/app_spec.rb", "core *", "web/lib/core.rb [*]"),
            ("web/src/web/app.rb", "rack *", "external (rack) [*]"),
            // Asked for by its own name.
            ("web/src/web/app.rb", "shop/sample *", "sample/lib/shop/sample.rb (shop-sample) [*]"),
            ("web/src/web/app.rb", "data *", "external (data) [*]"),
            ("web/src/web/app.rb", "../../../core/lib/core *", "core/lib/core.rb (core) [*]"),
        ],
    );
}
