//! What an index holds, as text: by file, in the order of lines.

use std::fmt::Write as _;

use beadloom_model::Receiver;
use beadloom_store::FileKind;

use crate::languages::project::Indexed;

/// More symbols than any file of a project here has.
const ALL: usize = 100_000;

/// Everything about every file with code in it.
pub fn of(project: &Indexed) -> String {
    let store = &project.store;
    let mut out = String::new();
    let routes = store.state().routes().unwrap();
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
        references(project, file.id, &mut out);
        for route in routes.iter().filter(|route| route.file_path == file.path) {
            let handler = route.handler.as_deref().unwrap_or("-");
            let (line, method, path) = (route.line, &route.method, &route.path);
            writeln!(out, "    route {line} {method} {path} | {handler} | {}", route.framework).unwrap();
        }
    }
    out
}

fn references(project: &Indexed, file: i64, out: &mut String) {
    let target = |id: &i64| {
        let symbol = project.store.symbol(*id).unwrap().unwrap();
        format!("{}:{}", symbol.file_path, symbol.qualified_name)
    };
    for row in project.store.references_of_file(file).unwrap() {
        let lines: Vec<String> = row.lines.iter().map(u32::to_string).collect();
        let from = row.from.map(|id| project.store.symbol(id).unwrap().unwrap().qualified_name);
        let receiver = match &row.receiver {
            Receiver::None => String::new(),
            Receiver::This => "this.".to_owned(),
            Receiver::Super => "super.".to_owned(),
            Receiver::Path(path) => format!("{path}."),
            Receiver::Typed(of) => format!("({of})."),
            Receiver::Value => "?.".to_owned(),
        };
        let targets: Vec<String> = row.targets.iter().map(target).collect();
        writeln!(
            out,
            "    {} {} in {}: {receiver}{} -> {}{}{}",
            row.kind.as_str(),
            lines.join(","),
            from.as_deref().unwrap_or("the file"),
            row.name,
            targets.join(" or "),
            if targets.is_empty() { "" } else { " " },
            row.confidence.as_str()
        )
        .unwrap();
    }
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
    const MAX_LINE_CHARS: usize = 60;
    let (a, b): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), said.lines().collect());
    let start = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let end = a[start..].iter().rev().zip(b[start..].iter().rev()).take_while(|(a, b)| a == b).count();
    let side = |mark: char, lines: &[&str]| -> String {
        lines[start..lines.len() - end]
            .iter()
            .take(MAX_LINE_CHARS)
            .map(|line| format!("    {mark} {line}\n"))
            .collect()
    };
    side('-', &a) + &side('+', &b)
}
