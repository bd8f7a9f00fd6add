//! Prefixes of routes across files.

#![expect(clippy::unwrap_used, reason = "what cannot be set up fails the test")]

use beadloom_index::routes::{RoutingFile, compose};
use beadloom_model::{ImportFacts, ImportKind, MountFacts, RouteFacts, RouterFacts, Routing};
use beadloom_store::ImportRow;

/// An import: specifier, names, aliases, target.
type Import<'a> = (&'a str, &'a [&'a str], &'a [(&'a str, &'a str)], &'a str);

fn imports(rows: &[Import<'_>]) -> Vec<ImportRow> {
    rows.iter()
        .zip(0..)
        .map(|((specifier, names, aliases, target), seq)| ImportRow {
            seq,
            part: 0,
            import: ImportFacts {
                specifier: (*specifier).to_owned(),
                names: names.iter().map(|name| (*name).to_owned()).collect(),
                aliases: aliases.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect(),
                kind: ImportKind::Import,
                local: false,
                line: seq + 1,
            },
            target_path: Some((*target).to_owned()),
            package: None,
        })
        .collect()
}

#[derive(Default)]
struct File(Routing);

impl File {
    /// `"GET /x on router"`, with a line for each.
    fn route(mut self, text: &str) -> Self {
        let (route, router) = text.split_once(" on ").map_or((text, None), |(a, b)| (a, Some(b.to_owned())));
        let (method, path) = route.split_once(' ').unwrap();
        self.0.routes.push(RouteFacts {
            method: method.to_owned(),
            path: path.to_owned(),
            handler: Some("h".to_owned()),
            framework: "test".to_owned(),
            line: u32::try_from(self.0.routes.len()).unwrap() + 1,
            router,
        });
        self
    }

    fn router(mut self, name: &str, prefix: &str, parent: Option<&str>) -> Self {
        let (name, prefix) = (name.to_owned(), prefix.to_owned());
        self.0
            .routers
            .push(RouterFacts { parent: parent.map(str::to_owned), ..RouterFacts::new(name, prefix) });
        self
    }

    fn mount(self, prefix: &str, target: &str, onto: &str) -> Self {
        self.mount_from(prefix, target, None, onto)
    }

    /// `onto`: empty where it is not known what.
    fn mount_from(mut self, prefix: &str, target: &str, module: Option<&str>, onto: &str) -> Self {
        self.0.mounts.push(MountFacts {
            replaces: false,
            prefix: prefix.to_owned(),
            target: target.to_owned(),
            module: module.map(str::to_owned),
            onto: (!onto.is_empty()).then(|| onto.to_owned()),
            line: 1,
        });
        self
    }

    fn at(self, path: &str, rows: &[Import<'_>]) -> RoutingFile {
        RoutingFile { path: path.to_owned(), routing: self.0, imports: imports(rows) }
    }
}

fn check(name: &str, mut files: Vec<RoutingFile>, others: &[(&str, &[Import<'_>])], want: &[&str]) {
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let imports_of = |path: &str| {
        others.iter().find(|(other, _)| *other == path).map(|(_, rows)| imports(rows)).unwrap_or_default()
    };
    let got: Vec<String> = compose(&files, &imports_of)
        .iter()
        .map(|row| format!("{}:{} {} {}", row.file_path, row.line, row.method, row.path))
        .collect();
    assert_eq!(got, want, "{name}");
}

#[test]
fn prefixes_are_composed() {
    let users = || File::default().router("router", "/users", None).route("GET /{id} on router");
    check(
        "a router imported by name, with its own prefix",
        vec![
            users().at("users.py", &[]),
            File::default()
                .mount("/api", "router", "app")
                .at("main.py", &[("users", &["router"], &[], "users.py")]),
        ],
        &[],
        &["users.py:1 GET /api/users/{id}"],
    );
    check(
        "through a module, and under another name",
        vec![
            users().at("api/users.py", &[]),
            File::default().mount("/a", "users.router", "app").mount("/b", "people", "app").at(
                "main.py",
                &[
                    ("api", &["users"], &[], "api/users.py"),
                    ("api.users", &["router"], &[("people", "router")], "api/users.py"),
                ],
            ),
        ],
        &[],
        &["api/users.py:1 GET /a/users/{id}", "api/users.py:1 GET /b/users/{id}"],
    );
    check(
        "through a dotted import and a module that passes it on",
        vec![
            users().at("api/users.py", &[]),
            File::default().mount("/a", "api.users.router", "app").mount("/b", "api.all_users", "app").at(
                "main.py",
                &[("api.users", &[], &[], "api/users.py"), ("api", &[], &[], "api/__init__.py")],
            ),
        ],
        &[("api/__init__.py", &[(".users", &["router"], &[("all_users", "router")], "api/users.py")])],
        &["api/users.py:1 GET /a/users/{id}", "api/users.py:1 GET /b/users/{id}"],
    );
    check(
        "a module as a whole",
        vec![
            File::default().route("ANY items/<int:id>/ on urlpatterns").at("shop/urls.py", &[]),
            File::default()
                .mount_from("shop/", "", Some("shop.urls"), "urlpatterns")
                .route("ANY about/ on urlpatterns")
                .at("site/urls.py", &[("shop.urls", &[], &[], "shop/urls.py")]),
        ],
        &[],
        &["shop/urls.py:1 ANY /shop/items/<int:id>/", "site/urls.py:1 ANY /about/"],
    );
    check(
        "a default export, which groups of the file are no part of",
        vec![
            File::default().route("GET / on router").route("POST / on router").at("routes/users.js", &[]),
            File::default().mount("/users", "usersRouter", "app").route("GET /health on app").at(
                "app.js",
                &[("./routes/users", &["default"], &[("usersRouter", "default")], "routes/users.js")],
            ),
        ],
        &[],
        &["app.js:1 GET /health", "routes/users.js:1 GET /users/", "routes/users.js:2 POST /users/"],
    );
    check(
        "groups of groups in one file, and functions of the same package",
        vec![
            File::default()
                .router("v1", "/v1", Some("r"))
                .router("admin", "/admin", Some("v1"))
                .route("GET /ping on v1")
                .route("GET /stats on admin")
                .mount("/items", "itemRoutes", "v1")
                .at("main.go", &[]),
            File::default().route("GET /:id on itemRoutes").at("items.go", &[]),
            File::default().route("GET /:id on itemRoutes").at("other/items.go", &[]),
        ],
        &[],
        &[
            "items.go:1 GET /v1/items/:id",
            "main.go:1 GET /v1/ping",
            "main.go:2 GET /v1/admin/stats",
            "other/items.go:1 GET /:id",
        ],
    );
    check(
        "a folder is a package",
        vec![
            File::default().route("GET /x on Register").at("users/a.go", &[]),
            File::default().route("GET /x on Register").at("users/deep/b.go", &[]),
            File::default()
                .mount("/u", "users.Register", "r")
                .at("main.go", &[("example.com/shop/users", &[], &[], "users/")]),
        ],
        &[],
        &["users/a.go:1 GET /u/x", "users/deep/b.go:1 GET /x"],
    );
    check(
        "what is mounted from outside is nothing here",
        vec![File::default().mount("/admin", "admin.site.urls", "urlpatterns").at("urls.py", &[])],
        &[],
        &[],
    );
}

#[test]
fn modules_are_imported_as_names_are() {
    let urls = || File::default().route("ANY list/ on urlpatterns");
    let hook = |target| File::default().mount("images/", target, "");
    check(
        "a module of a package",
        vec![
            hook("admin_urls").at("hooks.py", &[("shop", &["admin_urls"], &[], "shop/admin_urls.py")]),
            urls().at("shop/admin_urls.py", &[]),
        ],
        &[],
        &["shop/admin_urls.py:1 ANY /images/list/"],
    );
    check(
        "under another name, and a package",
        vec![
            hook("own").at("hooks.py", &[("shop", &["urls"], &[("own", "urls")], "shop/urls/__init__.py")]),
            urls().at("shop/urls/__init__.py", &[]),
        ],
        &[],
        &["shop/urls/__init__.py:1 ANY /images/list/"],
    );
    check(
        "an object of a module that is called otherwise",
        vec![
            hook("patterns").at("hooks.py", &[("shop", &["patterns"], &[], "shop/urls.py")]),
            urls().at("shop/urls.py", &[]),
        ],
        &[],
        &["shop/urls.py:1 ANY /list/"],
    );
}

#[test]
fn hostile_mounts_end() {
    let mut ring =
        File::default().route("GET /x on a").router("a", "/a", Some("b")).router("b", "/b", Some("a"));
    for number in 0..64 {
        ring = ring.mount(&format!("/{number}"), "a", "b").mount(&format!("/{number}"), "b", "a");
    }
    ring = ring.mount("/self", "a", "a");
    let rows = compose(&[ring.at("a.py", &[])], &|_| Vec::new());
    assert!(!rows.is_empty() && rows.len() <= 16, "{}", rows.len());

    let long = "/x".repeat(600);
    let mut chain = File::default().route("GET /end on r20");
    for number in 1..=20 {
        chain = chain.router(&format!("r{number}"), &long, Some(&format!("r{}", number - 1)));
    }
    let rows = compose(&[chain.at("a.py", &[])], &|_| Vec::new());
    assert!(rows.iter().all(|row| row.path == "/end"));

    // Layers, each router mounted on all of the next layer.
    let mut layers = File::default().route("GET /x on r0x0");
    for layer in 0..12 {
        for (from, to) in (0..20).flat_map(|from| (0..20).map(move |to| (from, to))) {
            layers =
                layers.mount(&format!("/{to}"), &format!("r{layer}x{from}"), &format!("r{}x{to}", layer + 1));
        }
        layers = layers.router(&format!("r{layer}x0"), "", None);
    }
    for (layer, number) in (0..13).flat_map(|layer| (0..20).map(move |number| (layer, number))) {
        layers = layers.router(&format!("r{layer}x{number}"), "", None);
    }
    assert_eq!(compose(&[layers.at("a.py", &[])], &|_| Vec::new()).len(), 16);

    // A module that passes a router on to itself.
    let file = File::default().mount("/x", "api.router", "app");
    let files = [file.at("a.py", &[("api", &["api"], &[], "api.py")])];
    let imports_of = |_: &str| imports(&[("api", &["router", "*"], &[], "api.py")]);
    assert!(compose(&files, &imports_of).is_empty());
}
