//! Prints what a source file says: `cargo run --example outline -- src/lib.rs`.

use beadloom_lang::{Limits, Parser, detect};

fn main() -> std::io::Result<()> {
    let mut parser = Parser::new();
    for path in std::env::args().skip(1) {
        let Some(language) = detect(&path) else { continue };
        let text = std::fs::read_to_string(&path)?;
        let file = parser.parse(language, &path, &text, &Limits::default());
        println!("{path}: {} lines, {:?}", file.lines, file.summary);
        println!(
            "  entry point {}, generated {}, {:?}",
            file.entry_point, file.generated, file.file_annotations
        );
        for s in &file.symbols {
            let (kind, exported) = (s.kind.as_str(), if s.exported { "exported" } else { "" });
            println!("  {}-{} {kind} [{}] {} {exported}", s.line_start, s.line_end, s.form, s.qualified_name);
            println!("      {} | {} {:?}", s.signature, s.summary.as_deref().unwrap_or(""), s.annotations);
        }
        for i in &file.imports {
            println!(
                "  {} {:?} {} {:?} {:?}{}",
                i.line,
                i.kind,
                i.specifier,
                i.names,
                i.aliases,
                if i.local { " local" } else { "" }
            );
        }
        for r in &file.references {
            let from = r.from.and_then(|at| file.symbols.get(at as usize)).map(|of| &of.qualified_name);
            println!("  {:?} {} {:?} {} in {from:?}", r.lines, r.kind.as_str(), r.receiver, r.name);
        }
        println!("  {:?}", file.routing);
        println!("  {:?}", file.diagnostics);
    }
    Ok(())
}
