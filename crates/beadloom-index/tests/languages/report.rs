//! What an index holds, as text: by file, in the order of lines.

use std::fmt::Write as _;

use beadloom_store::FileKind;

use crate::project::Indexed;

/// More symbols than any file of a project here has.
const ALL: usize = 100_000;

/// Everything about every file with code in it.
pub fn of(project: &Indexed) -> String {
    let store = &project.store;
    let mut out = String::new();
    for diagnostic in store.state().diagnostics().unwrap() {
        writeln!(out, "finding {}", diagnostic.message).unwrap();
    }
    for file in store.state().files().unwrap() {
        if file.kind != FileKind::Code {
            continue;
        }
        writeln!(out, "{} | {}", file.path, file.language.as_deref().unwrap_or("-")).unwrap();
        symbols(project, &file.path, &mut out);
        imports(project, &file.path, &mut out);
    }
    out
}

fn symbols(project: &Indexed, path: &str, out: &mut String) {
    let mut symbols = project.store.symbols_of_file(path, ALL).unwrap();
    symbols.sort_by_key(|s| (s.line_start, std::cmp::Reverse(s.line_end), s.id));
    for s in symbols {
        let exported = if s.exported { "exported" } else { "private" };
        let (kind, form) = (s.kind.as_str(), s.form);
        writeln!(
            out,
            "    symbol {} | {kind} | {form} | {}-{} | {exported}",
            s.qualified_name, s.line_start, s.line_end
        )
        .unwrap();
    }
}

fn imports(project: &Indexed, path: &str, out: &mut String) {
    for row in project.store.state().imports_of(path).unwrap() {
        let import = row.import;
        write!(out, "    import {} {} {}", import.line, import.kind.as_str(), import.specifier).unwrap();
        if !import.names.is_empty() {
            write!(out, " ({})", import.names.join(", ")).unwrap();
        }
        for (local, name) in import.aliases {
            write!(out, " [{local} = {}]", if name.is_empty() { "the module" } else { &name }).unwrap();
        }
        if import.local {
            out.push_str(" local");
        }
        write!(out, " -> {}", row.target_path.as_deref().unwrap_or("external")).unwrap();
        match row.package {
            Some(package) => writeln!(out, " of {package}").unwrap(),
            None => out.push('\n'),
        }
    }
}

/// Lines that only one of the texts has, in order, at most 60 of them.
pub fn difference(expected: &str, said: &str) -> String {
    const MOST: usize = 60;
    let (a, b): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), said.lines().collect());
    let start = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let end = a[start..].iter().rev().zip(b[start..].iter().rev()).take_while(|(a, b)| a == b).count();
    let side = |mark: char, lines: &[&str]| -> String {
        lines[start..lines.len() - end].iter().take(MOST).map(|line| format!("    {mark} {line}\n")).collect()
    };
    side('-', &a) + &side('+', &b)
}
