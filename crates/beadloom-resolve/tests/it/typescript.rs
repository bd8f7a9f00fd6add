use beadloom_model::{Code, Level};

use crate::project::{check, files, project};

#[test]
fn relative_specifiers() {
    let project = files(
        &[
            "src/a.ts", "src/b.ts", "src/view.tsx", "src/db/index.ts", "src/db/q.ts", "src/worker.mts",
            "src/old.cts", "src/types.d.ts", "src/logo.svg", "src/data.json", "src/both.ts", "src/both.js",
            "src/Card.vue", "lib/x.js", "src/dotted.name.ts",
        ],
        &[],
    );
    let from = "src/a.ts";
    check(
        &project,
        "typescript",
        &[
            (from, "./b q", "src/b.ts [q]"),
            (from, "./b.js", "src/b.ts"),
            (from, "./b.ts", "src/b.ts"),
            (from, "./view", "src/view.tsx"),
            (from, "./view.js", "src/view.tsx"),
            (from, "./view.jsx", "src/view.tsx"),
            (from, "./db", "src/db/index.ts"),
            (from, "./db/", "src/db/index.ts"),
            (from, "./db/q", "src/db/q.ts"),
            ("src/db/q.ts", ".", "src/db/index.ts"),
            ("src/db/q.ts", "..", "external"),
            ("src/db/q.ts", "../b", "src/b.ts"),
            (from, "./worker.mjs", "src/worker.mts"),
            (from, "./old.cjs", "src/old.cts"),
            (from, "./types", "src/types.d.ts"),
            (from, "./logo.svg?raw", "src/logo.svg"),
            (from, "!!raw-loader!./logo.svg", "src/logo.svg"),
            (from, "./data.json", "src/data.json"),
            (from, "./both", "src/both.ts"),
            (from, "./Card.vue", "src/Card.vue"),
            (from, "./dotted.name", "src/dotted.name.ts"),
            (from, "../lib/x", "lib/x.js"),
            (from, "./missing", "external"),
            (from, "../../etc/passwd", "external"),
            (from, "../../\u{1}project/src/b", "external"),
            (from, "/src/b.ts", "src/b.ts"),
        ],
    );
    check(&project, "javascript", &[("lib/x.js", "../src/b", "src/b.ts")]);
}

#[test]
fn what_is_not_in_the_project_is_external() {
    let project = files(
        &[
            "src/a.ts", "src/fs.ts", "src/react.ts", "node_modules/react/index.js",
            "src/node_modules/x/index.js",
        ],
        &[("node_modules/react/package.json", r#"{"name": "react", "main": "index.js"}"#)],
    );
    let from = "src/a.ts";
    check(
        &project,
        "typescript",
        &[
            (from, "react useState", "external (react) [useState]"),
            (from, "react/jsx-runtime", "external (react)"),
            (from, "@scope/pkg/sub", "external (@scope/pkg)"),
            (from, "fs", "external (fs)"),
            (from, "node:fs/promises", "external (fs)"),
            (from, "node:test", "external (test)"),
            (from, "x", "external (x)"),
            (from, "@/unknown", "external"),
            (from, "#unknown", "external"),
            (from, "https://example.org/a.js", "external"),
            (from, "npm:chalk@5", "external (chalk)"),
            (from, "jsr:@std/path@1/posix", "external (@std/path)"),
            (from, "virtual:pwa", "external"),
            (from, "./node_modules/x/index.js", "external"),
        ],
    );
}

#[test]
fn paths_and_base_url() {
    let project = project(&[
        (
            "tsconfig.json",
            r#"{
                // comments and a trailing comma
                "extends": "./tsconfig.base.json",
                "include": ["src"],
            }"#,
        ),
        (
            "tsconfig.base.json",
            r#"{"compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["src/*"], "db": ["src/db/index.ts"]}}}"#,
        ),
        ("src/a.ts", ""),
        ("src/b.ts", ""),
        ("src/db/index.ts", ""),
        ("src/legacy.js", ""),
        ("test/a.test.ts", ""),
        ("shared/util.ts", ""),
    ]);
    for from in ["src/a.ts", "src/legacy.js", "test/a.test.ts"] {
        check(
            &project,
            "typescript",
            &[
                (from, "@/b q", "src/b.ts [q]"),
                (from, "@/db", "src/db/index.ts"),
                (from, "db", "src/db/index.ts"),
                (from, "shared/util", "shared/util.ts"),
                (from, "@/missing", "external"),
                (from, "react", "external (react)"),
            ],
        );
    }
    assert_eq!(project.diagnostics(), []);
}

#[test]
fn the_nearest_configuration_holds() {
    let project = project(&[
        ("tsconfig.json", r#"{"compilerOptions": {"paths": {"~/*": ["./src/*"]}}}"#),
        ("src/x.ts", ""),
        ("web/tsconfig.json", r#"{"compilerOptions": {"paths": {"~/*": ["./app/*"]}}}"#),
        ("web/app/x.ts", ""),
        ("web/app/main.ts", ""),
        ("docs/jsconfig.json", r#"{"compilerOptions": {"paths": {"~/*": ["./lib/*"]}}}"#),
        ("docs/lib/x.js", ""),
        ("docs/main.js", ""),
        ("main.ts", ""),
    ]);
    check(
        &project,
        "typescript",
        &[
            ("main.ts", "~/x", "src/x.ts"),
            ("web/app/main.ts", "~/x", "web/app/x.ts"),
            ("docs/main.js", "~/x", "docs/lib/x.js"),
        ],
    );
}

#[test]
fn references_of_a_solution() {
    let project = project(&[
        (
            "tsconfig.json",
            r#"{"files": [], "references": [{"path": "./tsconfig.app.json"}, {"path": "./missing"}]}"#,
        ),
        ("tsconfig.app.json", r#"{"include": ["src"], "compilerOptions": {"paths": {"@/*": ["./src/*"]}}}"#),
        ("src/main.ts", ""),
        ("src/App.vue", ""),
        ("src/b.ts", ""),
    ]);
    check(&project, "typescript", &[("src/main.ts", "@/b", "src/b.ts"), ("src/App.vue", "@/b", "src/b.ts")]);
    assert_eq!(project.diagnostics(), []);
}

#[test]
fn configurations_that_extend_what_is_not_there_still_hold() {
    let project = project(&[
        (
            "tsconfig.json",
            r#"{"extends": ["@tsconfig/node20/tsconfig.json", "./.svelte-kit/tsconfig.json", "@acme/config/base"],
                "compilerOptions": {"paths": {"@/*": ["./src/*"]}}}"#,
        ),
        ("packages/config/package.json", r#"{"name": "@acme/config"}"#),
        ("packages/config/tsconfig.json", "{}"),
        ("src/a.ts", ""),
        ("src/b.ts", ""),
    ]);
    check(&project, "typescript", &[("src/a.ts", "@/b", "src/b.ts")]);
    assert_eq!(project.diagnostics(), []);
}

#[test]
fn a_configuration_of_the_workspace_is_extended_by_its_package() {
    let project = project(&[
        ("packages/tsconfig/package.json", r#"{"name": "@acme/tsconfig"}"#),
        ("packages/tsconfig/base.json", r#"{"compilerOptions": {"paths": {"@/*": ["${configDir}/src/*"]}}}"#),
        ("apps/web/tsconfig.json", r#"{"extends": "@acme/tsconfig/base.json"}"#),
        ("apps/web/src/a.ts", ""),
        ("apps/web/src/b.ts", ""),
    ]);
    check(&project, "typescript", &[("apps/web/src/a.ts", "@/b", "apps/web/src/b.ts")]);
}

#[test]
fn broken_manifests_are_told_and_fail_nothing_else() {
    let cases = [
        ("tsconfig.json", "{\"compilerOptions\": {", 1),
        ("tsconfig.json", "[]", 1),
        ("tsconfig.json", "{\n  \"extends\": 3,\n  oops\n}", 3),
        ("package.json", "{\"name\": \"x\",}", 1),
    ];
    for (path, text, line) in cases {
        let project = project(&[
            (path, text),
            ("src/a.ts", ""),
            ("src/b.ts", ""),
            ("packages/x/package.json", r#"{"name": "x", "main": "x.js"}"#),
            ("packages/x/x.js", ""),
        ]);
        check(
            &project,
            "typescript",
            &[("src/a.ts", "./b", "src/b.ts"), ("src/a.ts", "x", "packages/x/x.js (x)")],
        );
        let found = project.diagnostics();
        assert_eq!(found.len(), 1, "{path} {text}: {found:?}");
        let diagnostic = &found[0];
        assert_eq!((diagnostic.code, diagnostic.level), (Code::BadManifest, Level::Warn));
        assert_eq!((diagnostic.path.as_deref(), diagnostic.line), (Some(path), Some(line)), "{text}");
    }
}

#[test]
fn circles_of_extends_are_cut() {
    let project = project(&[
        (
            "tsconfig.json",
            r#"{"extends": "./tsconfig.a.json", "compilerOptions": {"paths": {"@/*": ["./src/*"]}}}"#,
        ),
        ("tsconfig.a.json", r#"{"extends": "./tsconfig.b.json"}"#),
        ("tsconfig.b.json", r#"{"extends": "./tsconfig.a.json"}"#),
        ("src/a.ts", ""),
        ("src/b.ts", ""),
    ]);
    check(&project, "typescript", &[("src/a.ts", "@/b", "src/b.ts")]);
    let found = project.diagnostics();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].code, found[0].path.as_deref()), (Code::BadManifest, Some("tsconfig.b.json")));
}

#[test]
fn aliases_of_frameworks_need_no_configuration() {
    let project = project(&[
        ("apps/kit/package.json", r#"{"name": "kit"}"#),
        ("apps/kit/src/lib/index.ts", ""),
        ("apps/kit/src/lib/Price.svelte", ""),
        ("apps/kit/src/routes/+page.svelte", ""),
        ("apps/nuxt/package.json", r#"{"name": "nuxt"}"#),
        ("apps/nuxt/app/stores/cart.ts", ""),
        ("apps/nuxt/pages/index.vue", ""),
        ("apps/nuxt/shared/util.ts", ""),
        ("apps/cli/package.json", r#"{"name": "cli"}"#),
        ("apps/cli/src/App.vue", ""),
        ("apps/cli/src/components/Card.vue", ""),
        ("apps/cli/src/components/menu/index.js", ""),
    ]);
    check(
        &project,
        "svelte",
        &[
            ("apps/kit/src/routes/+page.svelte", "$lib x", "apps/kit/src/lib/index.ts [x]"),
            ("apps/kit/src/routes/+page.svelte", "$lib/Price.svelte", "apps/kit/src/lib/Price.svelte"),
            ("apps/kit/src/routes/+page.svelte", "$lib/missing", "external"),
            ("apps/kit/src/routes/+page.svelte", "$app/stores", "external"),
            ("apps/nuxt/pages/index.vue", "$lib", "external"),
        ],
    );
    check(
        &project,
        "vue",
        &[
            ("apps/nuxt/pages/index.vue", "~/stores/cart", "apps/nuxt/app/stores/cart.ts"),
            ("apps/nuxt/pages/index.vue", "~~/shared/util", "apps/nuxt/shared/util.ts"),
            ("apps/cli/src/App.vue", "@/components/Card", "apps/cli/src/components/Card.vue"),
            ("apps/cli/src/App.vue", "@/components/menu", "apps/cli/src/components/menu/index.js"),
            ("apps/cli/src/App.vue", "@/missing", "external"),
            ("apps/cli/src/App.vue", "@scope/pkg", "external (@scope/pkg)"),
        ],
    );
}

#[test]
fn components_are_found_by_whoever_imports_them() {
    let project = files(
        &["src/main.ts", "src/App.vue", "src/ui/Card.vue", "src/ui/Row.svelte", "src/ui/Menu/index.vue"],
        &[],
    );
    for (language, from) in
        [("typescript", "src/main.ts"), ("vue", "src/App.vue"), ("svelte", "src/App.svelte")]
    {
        check(
            &project,
            language,
            &[
                (from, "./ui/Card.vue default", "src/ui/Card.vue [default]"),
                (from, "./ui/Card", "src/ui/Card.vue"),
                (from, "./ui/Row.svelte", "src/ui/Row.svelte"),
                (from, "./ui/Menu", "src/ui/Menu/index.vue"),
                (from, "./ui/Gone.vue", "external"),
            ],
        );
    }
}
