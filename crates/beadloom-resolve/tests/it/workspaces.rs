//! npm workspaces.

use crate::project::{check, project};

#[test]
fn packages_of_the_workspace() {
    let project = project(&[
        ("package.json", r#"{"name": "root", "workspaces": ["packages/*"]}"#),
        (
            "apps/web/package.json",
            r##"{"name": "web", "imports": {"#x/*": "./src/x/*.ts", "#ui": "@acme/ui"}}"##,
        ),
        ("apps/web/src/main.ts", ""),
        ("apps/web/src/x/deep.ts", ""),
        // A source entry by `main`.
        ("packages/plain/package.json", r#"{"name": "plain", "main": "src/index.ts"}"#),
        ("packages/plain/src/index.ts", ""),
        ("packages/plain/src/more.ts", ""),
        // Outputs that a build makes.
        (
            "packages/ui/package.json",
            r#"{"name": "@acme/ui", "exports": {
                ".": {"types": "./dist/index.d.ts", "import": "./dist/esm/index.js", "require": "./dist/cjs/index.js"},
                "./*": "./dist/*.js",
                "./hidden/*": null,
                "./theme.css": "./dist/theme.css"}}"#,
        ),
        ("packages/ui/src/index.ts", ""),
        ("packages/ui/src/button.tsx", ""),
        ("packages/ui/src/hidden/a.ts", ""),
        ("packages/ui/src/theme.css", ""),
        ("packages/ui/bin/cli.js", ""),
        // Types only.
        (
            "packages/types/package.json",
            r#"{"name": "@acme/types", "exports": {".": {"types": "./lib/index.d.ts"}}}"#,
        ),
        ("packages/types/src/index.ts", ""),
        // An entry that nothing explains.
        ("packages/odd/package.json", r#"{"name": "odd", "main": "bundle.min.js"}"#),
        ("packages/odd/code/start.ts", ""),
        ("packages/odd/src/tool.ts", ""),
        // No entry at all.
        ("packages/index/package.json", r#"{"name": "indexed"}"#),
        ("packages/index/index.ts", ""),
        ("packages/index/sub/one.ts", ""),
    ]);
    let from = "apps/web/src/main.ts";
    check(
        &project,
        "typescript",
        &[
            (from, "plain a", "packages/plain/src/index.ts (plain) [a]"),
            (from, "plain/src/more", "packages/plain/src/more.ts (plain)"),
            (from, "@acme/ui Button", "packages/ui/src/index.ts (@acme/ui) [Button]"),
            (from, "@acme/ui/button", "packages/ui/src/button.tsx (@acme/ui)"),
            (from, "@acme/ui/theme.css", "packages/ui/src/theme.css (@acme/ui)"),
            (from, "@acme/ui/nothing", "packages/ui/ (@acme/ui)"),
            (from, "@acme/types", "packages/types/src/index.ts (@acme/types)"),
            (from, "odd", "packages/odd/ (odd)"),
            (from, "odd/tool", "packages/odd/src/tool.ts (odd)"),
            (from, "indexed", "packages/index/index.ts (indexed)"),
            (from, "indexed/sub/one", "packages/index/sub/one.ts (indexed)"),
            (from, "#x/deep", "apps/web/src/x/deep.ts"),
            (from, "#ui", "packages/ui/src/index.ts"),
            (from, "#nope", "external"),
            (from, "@acme/unknown", "external (@acme/unknown)"),
            (from, "plainer", "external (plainer)"),
            ("packages/ui/bin/cli.js", "../dist/index.js", "packages/ui/src/index.ts"),
            ("packages/ui/src/button.tsx", "@acme/ui", "packages/ui/src/index.ts (@acme/ui)"),
        ],
    );
    assert_eq!(project.diagnostics(), []);
}

#[test]
fn outputs_that_are_there_are_themselves() {
    let project = project(&[
        ("packages/x/package.json", r#"{"name": "x", "main": "lib/index.js"}"#),
        ("packages/x/lib/index.js", ""),
        ("packages/x/src/index.ts", ""),
        ("main.js", ""),
    ]);
    check(&project, "javascript", &[("main.js", "x", "packages/x/lib/index.js (x)")]);
}

#[test]
fn outputs_beside_their_sources_are_not_mixed_with_them() {
    let project = project(&[
        ("package.json", r#"{"name": "x", "main": "dist/cjs/index.js"}"#),
        ("tsconfig.json", "{}"),
        ("src/tsconfig.json", "{}"),
        ("src/index.ts", ""),
        ("src/part/index.ts", ""),
        ("src/part.ts", ""),
        ("dist/cjs/index.js", ""),
        ("dist/cjs/part/index.js", ""),
        ("dist/cjs/deep/one.js", ""),
    ]);
    check(
        &project,
        "javascript",
        &[
            ("dist/cjs/deep/one.js", "../index", "dist/cjs/index.js"),
            ("dist/cjs/deep/one.js", "../part", "dist/cjs/part/index.js"),
            ("dist/cjs/index.js", "./deep/one", "dist/cjs/deep/one.js"),
            ("src/index.ts", "./part", "src/part.ts"),
        ],
    );
}

#[test]
fn of_two_packages_of_one_name_the_nearest_is_meant() {
    let project = project(&[
        ("examples/a/package.json", r#"{"name": "app-lib", "main": "a.js"}"#),
        ("examples/a/a.js", ""),
        ("examples/a/nested/main.js", ""),
        ("examples/b/package.json", r#"{"name": "app-lib", "main": "b.js"}"#),
        ("examples/b/b.js", ""),
        ("examples/b/main.js", ""),
        ("test/fixtures/react/package.json", r#"{"name": "react", "main": "fake.js"}"#),
        ("test/fixtures/react/fake.js", ""),
        ("test/fixtures/use/main.js", ""),
        ("src/main.js", ""),
    ]);
    check(
        &project,
        "javascript",
        &[
            ("examples/a/nested/main.js", "app-lib", "examples/a/a.js (app-lib)"),
            ("examples/b/main.js", "app-lib", "examples/b/b.js (app-lib)"),
            ("test/fixtures/use/main.js", "react", "test/fixtures/react/fake.js (react)"),
            ("src/main.js", "react", "external (react)"),
            ("src/main.js", "app-lib", "external (app-lib)"),
        ],
    );
}

#[test]
fn packages_under_other_names() {
    let shop = r#"{"name": "shop",
        "dependencies": {"kit": "workspace:@acme/money@*", "money-npm": "npm:@acme/money@^1.0.0", "@x/file": "file:../money"},
        "devDependencies": {"linked": "link:../money", "portal": "portal:../money", "by-path": "workspace:../money/",
            "old": "npm:@acme/money@^0.9.0", "react": "npm:preact@10", "@acme/money": "npm:@acme/money@3"}}"#;
    let project = project(&[
        (
            "package.json",
            r#"{"name": "root", "workspaces": ["packages/*"], "dependencies": {"top": "workspace:@acme/money@*"}}"#,
        ),
        (
            "packages/money/package.json",
            r#"{"name": "@acme/money", "version": "1.4.0", "main": "src/index.ts"}"#,
        ),
        ("packages/money/src/index.ts", ""),
        ("packages/money/src/deep.ts", ""),
        ("packages/react/package.json", r#"{"name": "react", "main": "index.ts"}"#),
        ("packages/react/index.ts", ""),
        ("packages/shop/package.json", shop),
        ("packages/shop/a.ts", ""),
        ("packages/other/package.json", r#"{"name": "other"}"#),
        ("packages/other/a.ts", ""),
    ]);
    let (from, other) = ("packages/shop/a.ts", "packages/other/a.ts");
    let money = |name: &str| format!("packages/money/src/index.ts ({name}) [cents]");
    check(
        &project,
        "typescript",
        &[
            (from, "kit cents", &money("kit")),
            (from, "money-npm cents", &money("money-npm")),
            (from, "@x/file cents", &money("@x/file")),
            (from, "linked cents", &money("linked")),
            (from, "portal cents", &money("portal")),
            (from, "by-path cents", &money("by-path")),
            (from, "top cents", &money("top")),
            (from, "kit/src/deep", "packages/money/src/deep.ts (kit)"),
            (from, "old", "external (old)"),
            (from, "react", "external (react)"),
            (from, "@acme/money", "external (@acme/money)"),
            (other, "kit", "external (kit)"),
            (other, "react", "packages/react/index.ts (react)"),
            (other, "@acme/money", "packages/money/src/index.ts (@acme/money)"),
        ],
    );
}
