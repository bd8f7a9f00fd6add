use crate::project::{check, files, project};

#[test]
fn a_source_folder_without_any_manifest_or_package_file() {
    let project = files(&["src/billing/charge.py", "src/auth/tokens.py"], &[]);
    check(
        &project,
        "python",
        &[
            ("src/billing/charge.py", "auth.tokens", "src/auth/tokens.py"),
            ("src/billing/charge.py", "auth.tokens check", "src/auth/tokens.py [check]"),
            ("src/billing/charge.py", "auth tokens", "src/auth/tokens.py [tokens]"),
            ("src/billing/charge.py", "auth.missing", "external (auth)"),
            ("src/billing/charge.py", "json", "external (json)"),
            ("src/billing/charge.py", "tokens", "external (tokens)"),
        ],
    );
}

#[test]
fn relative_levels_submodules_and_names() {
    let project = files(
        &[
            "shop/__init__.py", "shop/db/__init__.py", "shop/db/pool.py", "shop/api/__init__.py",
            "shop/api/v1/__init__.py", "shop/api/v1/views.py", "shop/api/v1/forms.py", "setup.py",
        ],
        &[],
    );
    let from = "shop/api/v1/views.py";
    check(
        &project,
        "python",
        &[
            (from, "...db pool", "shop/db/pool.py [pool]"),
            (from, "...db connect", "shop/db/__init__.py [connect]"),
            (from, "...db connect pool q", "shop/db/__init__.py [connect, q]; shop/db/pool.py [pool]"),
            (from, "...db.pool q", "shop/db/pool.py [q]"),
            (from, ". forms", "shop/api/v1/forms.py [forms]"),
            (from, ". VERSION", "shop/api/v1/__init__.py [VERSION]"),
            (from, ".forms Form", "shop/api/v1/forms.py [Form]"),
            (from, ".. *", "shop/api/__init__.py [*]"),
            (from, "... VERSION", "shop/__init__.py [VERSION]"),
            (from, "....setup main", "setup.py [main]"),
            (from, ".....shop x", "external [x]"),
            (from, ".missing x", "external [x]"),
            (from, "shop.db.pool", "shop/db/pool.py"),
            (from, "shop.db pool connect", "shop/db/__init__.py [connect]; shop/db/pool.py [pool]"),
            (from, "shop", "shop/__init__.py"),
            (from, "shop.nothing", "external (shop)"),
            ("shop/db/__init__.py", ".pool Pool", "shop/db/pool.py [Pool]"),
        ],
    );
}

#[test]
fn names_are_compared_whole() {
    let project = files(
        &["myapp/__init__.py", "myapp/path.py", "myapp/os/__init__.py", "myapp/json.py", "myapp/views.py"],
        &[],
    );
    check(
        &project,
        "python",
        &[
            ("myapp/views.py", "os.path", "external (os)"),
            ("myapp/views.py", "os.path join", "external (os) [join]"),
            ("myapp/views.py", "json", "external (json)"),
            ("myapp/views.py", "path", "external (path)"),
            ("myapp/views.py", "myap.path", "external (myap)"),
            ("myapp/views.py", "myapp.json", "myapp/json.py"),
            ("myapp/views.py", "myapp.os", "myapp/os/__init__.py"),
        ],
    );
}

#[test]
fn a_module_named_like_one_of_python_only_counts_on_a_root_around_the_file() {
    let project = files(
        &[
            "json.py", "app/__init__.py", "app/x.py", "tools/email/utils.py", "tools/run.py",
            "tools/queue.py", "plugins/typing/__init__.py",
        ],
        &[],
    );
    check(
        &project,
        "python",
        &[
            ("app/x.py", "json", "json.py"),
            ("tools/run.py", "email.utils", "external (email)"),
            ("tools/run.py", "queue", "external (queue)"),
            ("app/x.py", "typing", "external (typing)"),
            ("plugins/typing/x.py", "typing", "external (typing)"),
        ],
    );
}

#[test]
fn the_nearest_root_wins() {
    let project = files(
        &[
            "services/a/pyproject.toml",
            "services/a/src/core/__init__.py",
            "services/a/src/core/db.py",
            "services/a/src/app/__init__.py",
            "services/b/pyproject.toml",
            "services/b/core/__init__.py",
            "services/b/core/db.py",
            "services/b/app/__init__.py",
            "services/b/tests/test_app.py",
            "lib/shared/__init__.py",
        ],
        &[],
    );
    check(
        &project,
        "python",
        &[
            ("services/a/src/app/__init__.py", "core.db", "services/a/src/core/db.py"),
            ("services/b/app/__init__.py", "core.db", "services/b/core/db.py"),
            ("services/b/tests/test_app.py", "core db", "services/b/core/db.py [db]"),
            ("services/b/app/__init__.py", "shared", "lib/shared/__init__.py"),
        ],
    );
}

#[test]
fn manifests_declare_roots() {
    let project = project(&[
        ("a/pyproject.toml", "[tool.setuptools.packages.find]\nwhere = [\"code\"]\n"),
        ("a/code/one/mod.py", ""),
        ("b/setup.cfg", "[options]\npackage_dir =\n    = python\n"),
        ("b/python/two/mod.py", ""),
        ("c/pyproject.toml", "[tool.poetry]\npackages = [{include = \"three\", from = \"lib\"}]\n"),
        ("c/lib/three/mod.py", ""),
        ("d/pyproject.toml", "[tool.hatch.build.targets.wheel]\npackages = [\"here/four\"]\n"),
        ("d/here/four/mod.py", ""),
        ("e/five/mod.py", ""),
        ("main.py", ""),
    ]);
    check(
        &project,
        "python",
        &[
            ("main.py", "one.mod", "a/code/one/mod.py"),
            ("main.py", "two.mod", "b/python/two/mod.py"),
            ("main.py", "three.mod", "c/lib/three/mod.py"),
            ("main.py", "four.mod", "d/here/four/mod.py"),
            ("main.py", "five.mod", "external (five)"),
        ],
    );
}

#[test]
fn packages_come_before_namespaces_and_sources_before_stubs() {
    let project = files(
        &[
            "src/acme/__init__.py", "src/acme/core.py", "src/acme/core.pyi", "src/acme/fast.pyi",
            "src/acme/both.py", "src/acme/both/__init__.py", "scripts/acme/core.py", "scripts/run.py",
        ],
        &[],
    );
    check(
        &project,
        "python",
        &[
            ("scripts/run.py", "acme.core", "src/acme/core.py"),
            ("scripts/run.py", "acme.fast", "src/acme/fast.pyi"),
            ("scripts/run.py", "acme.both", "src/acme/both/__init__.py"),
        ],
    );
}

#[test]
fn namespaces_spread_over_roots() {
    let project = files(
        &["one/pyproject.toml", "one/acme/a.py", "two/pyproject.toml", "two/acme/b.py", "one/acme/deep/c.py"],
        &[],
    );
    check(
        &project,
        "python",
        &[
            ("one/acme/a.py", "acme a b", "one/acme/a.py [a]; two/acme/b.py [b]"),
            ("one/acme/a.py", "acme.b", "two/acme/b.py"),
            ("one/acme/a.py", "acme.deep", "one/acme/deep/ (acme.deep)"),
            ("one/acme/a.py", ".deep c", "one/acme/deep/c.py [c]"),
        ],
    );
}

#[test]
fn a_folder_that_shares_its_name_with_a_package_is_none() {
    let project = files(&["alembic/env.py", "app/__init__.py", "app/db.py", "alembic/versions/one.py"], &[]);
    check(
        &project,
        "python",
        &[
            ("app/db.py", "alembic op", "external (alembic) [op]"),
            ("app/db.py", "alembic", "external (alembic)"),
            ("alembic/env.py", "app.db", "app/db.py"),
        ],
    );
}

#[test]
fn scripts_see_their_siblings_and_packages_do_not() {
    let project = files(
        &[
            "tools/build.py",
            "tools/steps.py",
            "pkg/__init__.py",
            "pkg/a.py",
            "pkg/b.py",
            "tests/helpers/__init__.py",
            "tests/test_a.py",
            "tests/fixtures/proj/setup.cfg",
            "tests/fixtures/proj/numpy/__init__.py",
            "tests/fixtures/proj/run.py",
        ],
        &[],
    );
    check(
        &project,
        "python",
        &[
            ("tools/build.py", "steps run", "tools/steps.py [run]"),
            ("pkg/a.py", "b", "external (b)"),
            ("tests/test_a.py", "helpers", "tests/helpers/__init__.py"),
            ("pkg/a.py", "helpers", "external (helpers)"),
            ("pkg/a.py", "numpy", "external (numpy)"),
            ("tests/test_a.py", "numpy", "external (numpy)"),
            ("tests/fixtures/proj/run.py", "numpy", "tests/fixtures/proj/numpy/__init__.py"),
        ],
    );
}

#[test]
fn folders_inside_of_a_source_root_are_no_roots() {
    let project = project(&[
        ("pyproject.toml", "[project]\nname = \"x\"\n"),
        ("src/acme/exp/grpc/__init__.py", ""),
        ("src/acme/exp/grpc/deep/x.py", ""),
        ("src/acme/exp/y.py", ""),
        ("src/acme/core.py", ""),
        ("src/acme/click.py", ""),
        ("src/acme/json/__init__.py", ""),
        ("src/acme/json/x.py", ""),
        ("contrib/redis/__init__.py", ""),
        ("contrib/task.py", ""),
        ("x/celery.py", ""),
        ("x/run.py", ""),
        ("scripts/make.py", ""),
        ("scripts/parts.py", ""),
        ("tests/test_a.py", ""),
    ]);
    check(
        &project,
        "python",
        &[
            ("src/acme/core.py", "grpc", "external (grpc)"),
            ("src/acme/core.py", "grpc Compression", "external (grpc) [Compression]"),
            ("src/acme/core.py", "click", "external (click)"),
            ("src/acme/exp/y.py", "grpc", "external (grpc)"),
            ("src/acme/exp/grpc/__init__.py", "grpc", "external (grpc)"),
            ("src/acme/exp/grpc/deep/x.py", "grpc.aio", "external (grpc)"),
            ("src/acme/json/x.py", "json", "external (json)"),
            ("src/acme/core.py", "acme.click X", "src/acme/click.py [X]"),
            ("src/acme/core.py", "acme.exp.grpc Ours", "src/acme/exp/grpc/__init__.py [Ours]"),
            ("tests/test_a.py", "acme.exp grpc", "src/acme/exp/grpc/__init__.py [grpc]"),
            ("tests/test_a.py", "redis", "external (redis)"),
            ("src/acme/core.py", "redis", "external (redis)"),
            // A folder called like the project is its package.
            ("x/run.py", "celery", "external (celery)"),
            ("x/run.py", "x.celery", "x/celery.py"),
            // A script sees what stands beside it.
            ("contrib/task.py", "redis", "contrib/redis/__init__.py"),
            ("scripts/make.py", "parts", "scripts/parts.py"),
        ],
    );
}

#[test]
fn what_a_project_depends_on_is_outside() {
    let project = project(&[
        (
            "pyproject.toml",
            "[project]\nname = \"y\"\ndependencies = [\"PyYAML>=6\", \"redis[x] ~= 5\", \"acme-core\", \"near\"]\n[tool.uv.sources]\nnear = { workspace = true }\n",
        ),
        ("tools/yaml/__init__.py", ""),
        ("tools/redis.py", ""),
        ("tools/own.py", ""),
        ("tools/run.py", ""),
        ("pkgs/core/pyproject.toml", "[project]\nname = \"Acme_Core\"\n"),
        ("pkgs/core/acme_core/__init__.py", ""),
        (
            "pkgs/other/setup.py",
            "from setuptools import setup\nsetup(name='other', package_dir={'': 'code'}, install_requires=['numpy>1'])\n",
        ),
        ("pkgs/other/code/redis/__init__.py", ""),
        ("pkgs/other/code/more/__init__.py", ""),
        ("pkgs/other/numpy/__init__.py", ""),
        ("pkgs/other/x.py", ""),
        ("near/near/__init__.py", ""),
        ("near/setup.cfg", "[metadata]\nname = near\n"),
    ]);
    check(
        &project,
        "python",
        &[
            ("tools/run.py", "yaml", "external (yaml)"),
            ("tools/run.py", "redis", "external (redis)"),
            ("tools/run.py", "own", "tools/own.py"),
            ("tools/run.py", "acme_core", "pkgs/core/acme_core/__init__.py"),
            ("tools/run.py", "near", "near/near/__init__.py"),
            ("tools/run.py", "more", "pkgs/other/code/more/__init__.py"),
            ("pkgs/other/code/more/__init__.py", "redis", "pkgs/other/code/redis/__init__.py"),
        ],
    );
}

#[test]
fn packages_of_their_own_among_tests_serve_tests() {
    let project = project(&[
        ("tests/util/pyproject.toml", "[project]\nname = \"util\"\n"),
        ("tests/util/src/helpers4/__init__.py", ""),
        ("tests/util/src/helpers4/h.py", ""),
        ("tests/kit/setup.py", "setup(name=\"kit\")"),
        ("tests/kit/kit/a.py", ""),
        ("tests/fixtures/one/pyproject.toml", "[project]\nname = \"one\"\n"),
        ("tests/fixtures/one/one/__init__.py", ""),
        ("pkgs/m/pyproject.toml", "[project]\nname = \"m\"\n"),
        ("pkgs/m/m/__init__.py", ""),
        ("pkgs/m/tests/test_m.py", ""),
        ("pkgs/m/test_n.py", ""),
    ]);
    check(
        &project,
        "python",
        &[
            ("pkgs/m/tests/test_m.py", "helpers4.h make_gauge", "tests/util/src/helpers4/h.py [make_gauge]"),
            ("pkgs/m/test_n.py", "helpers4.h", "tests/util/src/helpers4/h.py"),
            ("pkgs/m/tests/test_m.py", "kit.a", "tests/kit/kit/a.py"),
            ("pkgs/m/m/__init__.py", "helpers4.h", "external (helpers4)"),
            ("pkgs/m/tests/test_m.py", "one", "external (one)"),
        ],
    );
}

#[test]
fn roots_that_are_run_from() {
    let project = project(&[
        ("web/manage.py", ""),
        ("web/shop/__init__.py", ""),
        ("web/shop/cart.py", ""),
        ("web/tests/test_cart.py", ""),
        ("src/mail/requirements.txt", "grpcio==1.0\n-r other.txt\n./local\n"),
        ("src/mail/server.py", ""),
        ("src/mail/pb.py", ""),
        ("src/mail/grpc/__init__.py", ""),
        ("py/pytest.ini", "[pytest]\npythonpath = code more\n"),
        ("py/code/one/a.py", ""),
        ("py/tests/conftest.py", ""),
        ("py/tests/helpers.py", ""),
        ("py/tests/unit/test_a.py", ""),
    ]);
    check(
        &project,
        "python",
        &[
            ("web/tests/test_cart.py", "shop.cart", "web/shop/cart.py"),
            ("py/tests/unit/test_a.py", "shop.cart", "external (shop)"),
            ("src/mail/server.py", "pb", "src/mail/pb.py"),
            ("py/tests/unit/test_a.py", "one.a", "py/code/one/a.py"),
            ("py/tests/unit/test_a.py", "helpers", "py/tests/helpers.py"),
        ],
    );
}
