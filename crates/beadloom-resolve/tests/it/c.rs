use beadloom_model::Code;

use crate::project::{check, files, project};

#[test]
fn includes_by_their_file_and_by_layout() {
    let project = files(
        &[
            "include/shop/ledger.h",
            "include/shop/config.h",
            "src/ledger.c",
            "src/internal.h",
            "src/net/net.h",
            "src/net/net.c",
            "src/tables.inc",
            "db/db.h",
            "lib/json/include/json/json.hpp",
            "lib/json/src/json.cpp",
            "lib/xml/xml.h",
            "third/deep/only/here.h",
            "third/a/twice.h",
            "third/b/twice.h",
            "tests/support/include/fake.h",
            "tests/ledger_test.cpp",
            "string.h",
            "README.md",
        ],
        &[],
    );
    let from = "src/ledger.c";
    check(
        &project,
        "c",
        &[
            (from, "internal.h", "src/internal.h"),
            (from, "./internal.h", "src/internal.h"),
            (from, "net/net.h", "src/net/net.h"),
            (from, "net\\net.h", "src/net/net.h"),
            (from, "tables.inc", "src/tables.inc"),
            (from, "../db/db.h", "db/db.h"),
            (from, "db/db.h", "db/db.h"),
            (from, "shop/ledger.h", "include/shop/ledger.h"),
            (from, "<shop/ledger.h>", "include/shop/ledger.h"),
            (from, "json/json.hpp", "lib/json/include/json/json.hpp"),
            (from, "only/here.h", "third/deep/only/here.h"),
            // A leaf alone is no path from an include folder.
            (from, "here.h", "external (here.h)"),
            (from, "xml.h", "external (xml.h)"),
            (from, "edger.h", "external (edger.h)"),
            (from, "hop/ledger.h", "external (hop)"),
            (from, "twice.h", "external (twice.h)"),
            (from, "<only/here.h>", "external (only)"),
            (from, "<stdio.h>", "external (stdio.h)"),
            (from, "<sys/types.h>", "external (sys)"),
            (from, "<string.h>", "external (string.h)"),
            (from, "../../etc/passwd.h", "external (etc)"),
            (from, "/usr/include/stdio.h", "external"),
            ("src/net/net.c", "internal.h", "src/internal.h"),
            ("src/net/net.c", "string.h", "string.h"),
            // What serves tests serves only them.
            (from, "fake.h", "external (fake.h)"),
            ("tests/ledger_test.cpp", "fake.h", "tests/support/include/fake.h"),
        ],
    );
    check(&project, "cpp", &[("lib/json/src/json.cpp", "json/json.hpp", "lib/json/include/json/json.hpp")]);
}

#[test]
fn include_folders_that_builds_state() {
    let project = project(&[
        (
            "CMakeLists.txt",
            "project(shop C)\n# include_directories(never)\ninclude_directories(api \"${CMAKE_SOURCE_DIR}/generic\")\nadd_subdirectory(engine)\n",
        ),
        (
            "engine/CMakeLists.txt",
            "add_library(engine engine.c)\nTARGET_INCLUDE_DIRECTORIES(engine SYSTEM PUBLIC\n  $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/public> # here\n  PRIVATE private ${UNKNOWN}/other)\n",
        ),
        ("api/api.h", ""),
        ("generic/list.h", ""),
        ("never/never.h", ""),
        ("engine/public/engine.h", ""),
        ("engine/public/common.h", ""),
        ("engine/private/state.h", ""),
        ("engine/engine.c", ""),
        ("tool/Makefile", "CFLAGS += -Wall -I../vendor/zip -I $(srcdir)/gen -I$(PREFIX)/x\n# -Icomment\n"),
        ("tool/tool.c", ""),
        ("tool/gen/table.h", ""),
        ("tool/comment/c.h", ""),
        ("vendor/zip/zip.h", ""),
        ("vendor/zip/common.h", ""),
        ("app/app.c", ""),
    ]);
    check(
        &project,
        "c",
        &[
            ("engine/engine.c", "api.h", "api/api.h"),
            ("engine/engine.c", "<list.h>", "generic/list.h"),
            ("engine/engine.c", "engine.h", "engine/public/engine.h"),
            ("engine/engine.c", "state.h", "engine/private/state.h"),
            ("engine/engine.c", "never.h", "external (never.h)"),
            ("engine/engine.c", "../engine/public/engine.h", "engine/public/engine.h"),
            ("tool/tool.c", "zip.h", "vendor/zip/zip.h"),
            ("tool/tool.c", "<zip.h>", "vendor/zip/zip.h"),
            ("tool/tool.c", "table.h", "tool/gen/table.h"),
            ("tool/tool.c", "c.h", "external (c.h)"),
            // The builds around come first, then those of others.
            ("tool/tool.c", "common.h", "vendor/zip/common.h"),
            ("engine/engine.c", "common.h", "engine/public/common.h"),
            ("app/app.c", "engine.h", "engine/public/engine.h"),
        ],
    );
    assert_eq!(project.diagnostics(), []);
}

#[test]
fn include_folders_by_variables() {
    let project = project(&[
        ("CMakeLists.txt", "project(Shop)\nadd_subdirectory(lib)\nset(EXTRA ${PROJECT_SOURCE_DIR}/extra)\n"),
        (
            "lib/CMakeLists.txt",
            "set(DIRS ${CMAKE_CURRENT_SOURCE_DIR}/c)\nif(D)\n set(DIRS ${DIRS} ${CMAKE_CURRENT_SOURCE_DIR}/d)\nendif()\nlist(APPEND DIRS \"e;f\" ${EXTRA})\ninclude_directories(${CMAKE_CURRENT_SOURCE_DIR}/a)\ninclude_directories(${DIRS} ${NOTHING}/g)\nset(T l)\nadd_library(${T} x.cpp)\ntarget_include_directories(${T} PRIVATE ${Shop_SOURCE_DIR}/own ${LATER})\nset(LATER g)\n",
        ),
        ("lib/x.cpp", ""),
        ("lib/a/a.h", ""),
        ("lib/c/c.h", ""),
        ("lib/d/d.h", ""),
        ("lib/e/e.h", ""),
        ("lib/f/f.h", ""),
        ("lib/g/g.h", ""),
        ("extra/x.h", ""),
        ("own/own.h", ""),
    ]);
    check(
        &project,
        "cpp",
        &[
            ("lib/x.cpp", "a.h", "lib/a/a.h"),
            ("lib/x.cpp", "c.h", "lib/c/c.h"),
            ("lib/x.cpp", "d.h", "lib/d/d.h"),
            ("lib/x.cpp", "e.h", "lib/e/e.h"),
            ("lib/x.cpp", "f.h", "lib/f/f.h"),
            ("lib/x.cpp", "x.h", "extra/x.h"),
            ("lib/x.cpp", "own.h", "own/own.h"),
            ("lib/x.cpp", "g.h", "external (g.h)"),
        ],
    );
}

#[test]
fn of_two_headers_of_a_name_that_of_the_linked_target() {
    let project = project(&[
        ("CMakeLists.txt", "project(x)\n"),
        (
            "core/CMakeLists.txt",
            "add_library(core core.cpp)\ntarget_include_directories(core PUBLIC inc PRIVATE hidden)\n",
        ),
        ("core/inc/util.h", ""),
        ("core/hidden/deep.h", ""),
        ("core/core.cpp", ""),
        (
            "mid/CMakeLists.txt",
            "add_library(mid m.cpp)\nadd_library(x::mid ALIAS mid)\ntarget_link_libraries(mid PUBLIC z)\n",
        ),
        ("zl/CMakeLists.txt", "add_library(z z.cpp)\ntarget_include_directories(z PUBLIC inc)\n"),
        ("zl/inc/util.h", ""),
        ("zl/z.cpp", ""),
        ("app/CMakeLists.txt", "add_executable(app main.cpp)\ntarget_link_libraries(app PRIVATE x::mid)\n"),
        ("app/main.cpp", ""),
        ("lone/CMakeLists.txt", "add_executable(lone l.cpp)\n"),
        ("lone/l.cpp", ""),
    ]);
    check(
        &project,
        "cpp",
        &[
            ("app/main.cpp", "util.h", "zl/inc/util.h"),
            ("core/core.cpp", "util.h", "core/inc/util.h"),
            ("zl/z.cpp", "util.h", "zl/inc/util.h"),
            // Nothing says which of the two.
            ("lone/l.cpp", "util.h", "external (util.h)"),
        ],
    );
}

#[test]
fn loops_and_functions_of_cmake_are_followed() {
    let top = "project(x)\n\
        function(shop_library name)\n  add_library(${name} ${ARGN})\n  target_include_directories(${name} PUBLIC inc)\nendfunction()\n\
        macro(shop_app)\n  cmake_parse_arguments(A \"QUIET\" \"NAME\" \"SRCS;DEPS\" ${ARGN})\n  add_executable(${A_NAME} ${A_SRCS})\n  \
        foreach(dep IN LISTS A_DEPS)\n    target_link_libraries(${A_NAME} PRIVATE shop_${dep})\n  endforeach()\nendmacro()\n\
        foreach(dir core zl)\n  add_subdirectory(${dir})\nendforeach()\n";
    let project = project(&[
        ("CMakeLists.txt", top),
        ("core/CMakeLists.txt", "shop_library(shop_core core.cpp)\n"),
        ("core/inc/util.h", ""),
        ("core/core.cpp", ""),
        ("zl/CMakeLists.txt", "foreach(lib IN ITEMS z)\n  shop_library(shop_${lib} z.cpp)\nendforeach()\n"),
        ("zl/inc/util.h", ""),
        ("zl/z.cpp", ""),
        ("app/CMakeLists.txt", "shop_app(NAME app QUIET SRCS main.cpp DEPS z)\n"),
        ("app/main.cpp", ""),
        (
            "two/CMakeLists.txt",
            "set(LIBS core)\nadd_executable(two t.cpp)\nforeach(lib ${LIBS})\n  target_link_libraries(two shop_${lib})\nendforeach()\n",
        ),
        ("two/t.cpp", ""),
        (
            "lone/CMakeLists.txt",
            "add_executable(lone l.cpp)\nforeach(lib ${UNKNOWN})\n  target_link_libraries(lone shop_${lib})\nendforeach()\n",
        ),
        ("lone/l.cpp", ""),
    ]);
    check(
        &project,
        "cpp",
        &[
            ("core/core.cpp", "util.h", "core/inc/util.h"),
            ("zl/z.cpp", "util.h", "zl/inc/util.h"),
            ("app/main.cpp", "util.h", "zl/inc/util.h"),
            ("two/t.cpp", "util.h", "core/inc/util.h"),
            ("lone/l.cpp", "util.h", "external (util.h)"),
        ],
    );
}

#[test]
fn loops_and_functions_of_cmake_come_to_an_end() {
    let loops = "foreach(a 1 2 3 4 5 6 7 8 9 10)\n".repeat(40);
    let calls = "function(f a)\n  f(${a}${a})\n  f(${a}${ARGN})\n  g(${a})\nendfunction()\nfunction(g)\n  f(${ARGV})\nendfunction()\n\
        f(x y z)\ng(a b)\n";
    let unclosed = "foreach(x ${x})\nfunction(f)\n".repeat(20_000);
    let long: String = "set(l ${l} ${l} a b c d)\n".repeat(20)
        + "foreach(x ${l})\nforeach(y ${l})\ntarget_link_libraries(${x} ${l})\nendforeach()\nendforeach()\n";
    for text in [loops, calls.to_owned(), unclosed, long] {
        let text = format!("{text}include_directories(inc)\n");
        let project = project(&[("CMakeLists.txt", &text), ("a.cpp", ""), ("inc/a.h", "")]);
        check(&project, "cpp", &[("a.cpp", "stdio.h", "external (stdio.h)")]);
    }
}

#[test]
fn commands_of_one_file_say_nothing_of_others() {
    let commands = r#"[
        {"directory": "/w", "file": "app/main.c", "command": "cc -Ib/include -Ic/include -c app/main.c"},
        {"directory": "/w", "file": "app/other.c", "command": "cc -Ic/include -Ib/include -c app/other.c"}]"#;
    let project = project(&[
        ("compile_commands.json", commands),
        ("app/main.c", ""),
        ("app/other.c", ""),
        ("a/src/a.c", ""),
        ("a/include/b.h", ""),
        ("b/include/b.h", ""),
        ("c/include/b.h", ""),
    ]);
    check(
        &project,
        "c",
        &[
            ("app/main.c", "b.h", "b/include/b.h"),
            ("app/other.c", "b.h", "c/include/b.h"),
            ("a/src/a.c", "b.h", "a/include/b.h"),
        ],
    );
}

#[test]
fn compile_commands_of_another_machine() {
    let project = project(&[
        (
            "build/compile_commands.json",
            r#"[
                {"directory": "/home/me/shop/build", "file": "../src/a.c",
                 "command": "cc -I/home/me/shop/headers \"-I../more headers\" -isystem /usr/include -c ../src/a.c"},
                {"directory": "C:\\work\\shop", "file": "C:\\work\\shop\\src\\b.c",
                 "arguments": ["cl", "/I", "C:\\work\\shop\\win", "src\\b.c"]},
                {"directory": "/elsewhere", "file": "gone.c", "command": "cc -Iheaders gone.c"}
            ]"#,
        ),
        ("src/a.c", ""),
        ("src/b.c", ""),
        ("headers/a.h", ""),
        ("more headers/b.h", ""),
        ("win/c.h", ""),
    ]);
    check(
        &project,
        "c",
        &[
            ("src/a.c", "a.h", "headers/a.h"),
            ("src/a.c", "b.h", "more headers/b.h"),
            ("src/b.c", "c.h", "win/c.h"),
        ],
    );
    assert_eq!(project.diagnostics(), []);
}

#[test]
fn a_list_of_commands_that_is_none_is_told() {
    let project = project(&[("compile_commands.json", "{"), ("a.c", ""), ("a.h", "")]);
    check(&project, "c", &[("a.c", "a.h", "a.h")]);
    let found = project.diagnostics();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].code, found[0].path.as_deref()), (Code::BadManifest, Some("compile_commands.json")));
}

#[test]
fn hostile_builds_end() {
    let lists = [
        "include_directories(".repeat(100_000),
        format!("include_directories({})", "a ".repeat(200_000)),
        format!("include_directories(\"{}", "${".repeat(200_000)),
        "(".repeat(500_000),
        "#\n".repeat(500_000),
    ];
    let flags = ["-I".repeat(500_000), "-I a ".repeat(200_000), "-I../".repeat(100_000)];
    let commands = format!("[{}]", "{\"file\": \"a.c\", \"command\": \"-I. \"},".repeat(50_000));
    let mut files = vec![("a.c".to_owned(), String::new()), ("compile_commands.json".to_owned(), commands)];
    files.extend(lists.into_iter().enumerate().map(|(at, text)| (format!("l{at}/CMakeLists.txt"), text)));
    files.extend(flags.into_iter().enumerate().map(|(at, text)| (format!("m{at}/Makefile"), text)));
    // Many headers of one name.
    files.extend((0..20_000).map(|at| (format!("h/{at}/include/same.h"), String::new())));
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let project = project(&files);
    check(&project, "c", &[("a.c", "same.h", "external (same.h)"), ("a.c", "other.h", "external (other.h)")]);
}
