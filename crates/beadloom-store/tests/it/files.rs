//! Files: rows, renames, removal.

use beadloom_model::{Code, ImportFacts, ImportKind};
use beadloom_store::{FileKind, FileRow, ImportRow, Stat};

use crate::support::{Index, code_file, symbol, write};

fn import(seq: u32, specifier: &str, target: Option<&str>) -> ImportRow {
    ImportRow {
        seq,
        part: 0,
        import: ImportFacts {
            specifier: specifier.to_owned(),
            names: vec!["post".to_owned()],
            aliases: vec![("p".to_owned(), "post".to_owned())],
            kind: ImportKind::Import,
            local: false,
            line: 1 + seq,
        },
        target_path: target.map(str::to_owned),
        package: target.is_none().then(|| specifier.to_owned()),
    }
}

#[test]
fn a_row_comes_back_as_it_was_written() {
    let row = FileRow {
        stat: Some(Stat { size: 5, mtime_ns: -1, ctime_ns: i64::MAX, inode: u64::MAX }),
        summary: Some("Says \"what\" – ünd\n".to_owned()),
        entry_point: true,
        generated: true,
        tests: vec![(1, 2), (5, 9)],
        declares: Some("{}".to_owned()),
        skipped: Some(Code::TooLarge),
        ..code_file(3, "src/ä b/'c.py")
    };
    let (_index, store) = Index::with(|writer| writer.put_file(&row).unwrap());
    assert_eq!(store.state().file(&row.path).unwrap(), Some(row.clone()));
    assert_eq!(store.state().files().unwrap(), [row]);
    assert_eq!(store.state().skipped_files().unwrap(), 1);
}

#[test]
fn a_file_that_is_put_again_stays_one_row() {
    let (_index, mut store) = Index::with(|writer| writer.put_file(&code_file(3, "a.py")).unwrap());
    let changed = FileRow { hash: Some([9; 32]), lines: 11, ..code_file(3, "a.py") };
    write(&mut store, |writer| writer.put_file(&changed).unwrap());
    assert_eq!(store.state().files().unwrap(), [changed]);
    let stat = Stat { size: 1, mtime_ns: 2, ctime_ns: 3, inode: 4 };
    write(&mut store, |writer| writer.set_stat("a.py", stat).unwrap());
    assert_eq!(store.state().stamps().unwrap()["a.py"].stat, Some(stat));
}

#[test]
fn what_a_file_had_goes_with_it() {
    let (_index, mut store) = Index::with(|writer| {
        for (id, path) in [(1, "a.py"), (2, "b.py")] {
            writer.put_file(&code_file(id, path)).unwrap();
            writer.add_symbols(id, &[symbol("post", 1)]).unwrap();
        }
        let id_of = |path: &str| (path == "a.py").then_some(1);
        writer.set_imports(2, &[import(0, "a", Some("a.py")), import(1, "os", None)], &id_of).unwrap();
    });
    assert_eq!(store.state().importers_of(1).unwrap(), [2]);
    write(&mut store, |writer| writer.delete_file(2, "b.py").unwrap());
    assert_eq!(store.state().file("b.py").unwrap(), None);
    assert_eq!(store.symbols_named("post", "post", 10).unwrap().len(), 1);
    assert_eq!(store.state().importers_of(1).unwrap(), Vec::<i64>::new());
    assert_eq!(store.state().totals().unwrap().imports, 0);
}

#[test]
fn a_renamed_file_keeps_its_symbols_and_importers() {
    let (_index, mut store) = Index::with(|writer| {
        writer.put_file(&code_file(1, "a.py")).unwrap();
        writer.put_file(&code_file(2, "b.py")).unwrap();
        writer.add_symbols(1, &[symbol("post", 1)]).unwrap();
        writer.set_imports(2, &[import(0, "a", Some("a.py"))], &|_| Some(1)).unwrap();
    });
    write(&mut store, |writer| writer.rename_code(1, "a.py", "c.py", Stat::default()).unwrap());
    assert_eq!(store.symbols_of_file("c.py", 10).unwrap().len(), 1);
    assert_eq!(store.symbols_of_file("a.py", 10).unwrap().len(), 0);
    let imports = store.state().imports_of("b.py").unwrap();
    assert_eq!(imports.iter().map(|one| one.target_path.as_deref()).collect::<Vec<_>>(), [Some("c.py")]);
}

#[test]
fn imports_come_back_as_they_were_written() {
    let rows = [import(0, "src.a", Some("a.py")), import(1, "lib", Some("lib/")), import(2, "os", None)];
    let (_index, store) = Index::with(|writer| {
        writer.put_file(&code_file(1, "a.py")).unwrap();
        writer.put_file(&code_file(2, "b.py")).unwrap();
        writer.set_imports(2, &rows, &|path| (path == "a.py").then_some(1)).unwrap();
    });
    assert_eq!(store.state().imports_of("b.py").unwrap(), rows);
    let pairs = store.state().import_pairs().unwrap();
    assert!(pairs.iter().any(|pair| &*pair.from == "b.py" && &*pair.to == "a.py"), "{pairs:?}");
}

#[test]
fn folders_are_asked_for_by_whole_names() {
    let (_index, store) = Index::with(|writer| {
        for (id, path) in (1..).zip(["src/a.py", "src/sub/b.py", "src2/c.py", "src%/d.py", "src_/e.py"]) {
            writer.put_file(&code_file(id, path)).unwrap();
        }
        writer.put_file(&FileRow { kind: FileKind::Doc, ..FileRow::other("src/x.md") }).unwrap();
    });
    let below = |folder: &str| -> Vec<String> {
        store.code_files_below(folder, 10).unwrap().into_iter().map(|(_, path)| path).collect()
    };
    assert_eq!(below("src/"), ["src/a.py", "src/sub/b.py"]);
    assert_eq!(below("src%/"), ["src%/d.py"]);
    assert_eq!(below("src_/"), ["src_/e.py"]);
    assert_eq!(store.code_files_below("src/", 1).unwrap().len(), 1);
    let folder = store.state().code_folder("src/").unwrap();
    assert_eq!(folder.files.iter().map(|(_, path, _)| path.as_str()).collect::<Vec<_>>(), ["src/a.py"]);
    assert_eq!(folder.folders, ["sub"]);
}
