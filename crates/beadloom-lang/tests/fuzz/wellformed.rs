//! What must hold of the facts of any text, however broken.

use beadloom_model::{Code, ImportFacts, Level, ParsedDocument, ParsedFile};
use beadloom_model::{Receiver, ReferenceFacts, Routing, SymbolFacts};

/// The first thing that does not hold, in words.
pub type Verdict = Result<(), String>;

macro_rules! holds {
    ($condition:expr, $($what:tt)+) => {
        if !$condition {
            return Err(format!($($what)+));
        }
    };
}

/// Facts of a source file.
pub fn file(text: &str, file: &ParsedFile) -> Verdict {
    let lines = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
    holds!(file.lines == lines, "{} lines are said to be {}", lines, file.lines);
    let mut last = 1;
    for each in &file.symbols {
        symbol(each, file)?;
        holds!(each.line_start >= last, "{} begins before the symbol in front of it", each.qualified_name);
        last = each.line_start;
    }
    for each in &file.imports {
        import(each, file)?;
    }
    for each in &file.references {
        reference(each, file)?;
    }
    routing(&file.routing, file)?;
    for annotation in &file.annotations {
        holds!(is_line(annotation.line, file), "line of {annotation:?}");
        holds!(!annotation.key.is_empty() && !annotation.value.is_empty(), "{annotation:?}");
    }
    if let Some(summary) = &file.summary {
        sentence(summary)?;
    }
    for found in &file.diagnostics {
        holds!(
            matches!(found.code, Code::ParseLimit | Code::TooCostly) && found.level == Level::Warn,
            "{found:?}"
        );
    }
    let size = size(file);
    let most = (4 << 20) + text.len().saturating_mul(64);
    holds!(size <= most, "{size} bytes of facts were made of {} bytes of text", text.len());
    Ok(())
}

fn symbol(symbol: &SymbolFacts, file: &ParsedFile) -> Verdict {
    let name = &symbol.qualified_name;
    holds!(
        symbol.line_end >= symbol.line_start
            && is_line(symbol.line_start, file)
            && is_line(symbol.line_end, file),
        "{name} is said to stand on lines {} to {} of {}",
        symbol.line_start,
        symbol.line_end,
        file.lines
    );
    holds!(is_name(&symbol.symbol_name), "name {:?}", symbol.symbol_name);
    holds!(is_name(name) && name.ends_with(&symbol.symbol_name), "{:?} in {name:?}", symbol.symbol_name);
    holds!(!symbol.form.is_empty(), "{name} has no form");
    holds!(is_one_line(&symbol.signature), "signature {:?}", symbol.signature);
    let long = symbol.signature.chars().count();
    holds!(long <= 400, "the signature of {name} has {long} characters");
    symbol.summary.as_deref().map_or(Ok(()), sentence)
}

fn import(import: &ImportFacts, file: &ParsedFile) -> Verdict {
    holds!(is_name(&import.specifier), "{import:?}");
    holds!(is_line(import.line, file), "line of {import:?}");
    holds!(import.names.iter().all(|name| is_name(name)), "{import:?}");
    holds!(
        import.aliases.iter().all(|(local, name)| is_name(local) && !name.contains(char::is_control)),
        "{import:?}"
    );
    Ok(())
}

fn reference(reference: &ReferenceFacts, file: &ParsedFile) -> Verdict {
    let from = reference.from.map(|from| from as usize);
    holds!(from.is_none_or(|from| from < file.symbols.len()), "{reference:?} comes from nowhere");
    holds!(is_name(&reference.name), "{reference:?}");
    let lines = &reference.lines;
    holds!(!lines.is_empty() && lines.len() <= beadloom_model::MAX_LINES_ITEMS, "{reference:?}");
    holds!(lines.is_sorted_by(|a, b| a < b), "{reference:?} is out of order");
    holds!(lines.iter().all(|line| is_line(*line, file)), "{reference:?} of {} lines", file.lines);
    match &reference.receiver {
        Receiver::Path(path) | Receiver::Typed(path) => holds!(is_name(path), "{reference:?}"),
        Receiver::None | Receiver::This | Receiver::Super | Receiver::Value => {}
    }
    Ok(())
}

fn routing(routing: &Routing, file: &ParsedFile) -> Verdict {
    for route in &routing.routes {
        holds!(is_line(route.line, file), "line of {route:?}");
        let upper = route.method.chars().all(|c| !c.is_lowercase());
        holds!(is_name(&route.method) && upper, "{route:?}");
        holds!(is_name(&route.framework), "{route:?}");
        holds!(!route.path.contains(char::is_control), "{route:?}");
        holds!(route.handler.as_deref().is_none_or(is_name), "{route:?}");
        holds!(route.router.as_deref().is_none_or(is_name), "{route:?}");
    }
    for router in &routing.routers {
        holds!(is_name(&router.name) && !router.prefix.contains(char::is_control), "{router:?}");
        holds!(router.parent.as_deref().is_none_or(is_name), "{router:?}");
    }
    for mount in &routing.mounts {
        holds!(is_line(mount.line, file), "line of {mount:?}");
        holds!(!mount.prefix.contains(char::is_control), "{mount:?}");
        holds!(!mount.target.contains(char::is_control), "{mount:?}");
        holds!(!mount.target.is_empty() || mount.module.is_some(), "{mount:?}");
    }
    Ok(())
}

/// Facts of a document that was cut into chunks of at most `most` characters.
pub fn document(text: &str, document: &ParsedDocument, most: usize) -> Verdict {
    let lines = u32::try_from(text.split(['\n', '\r']).count()).unwrap_or(u32::MAX);
    let mut last = 1;
    for chunk in &document.chunks {
        let long = chunk.content.chars().count();
        holds!(long <= most, "a chunk has {long} characters, {most} are allowed");
        holds!(!chunk.content.trim().is_empty(), "a chunk is empty");
        holds!(chunk.line_start >= last && chunk.line_start <= lines, "a chunk on line {}", chunk.line_start);
        last = chunk.line_start;
    }
    let size: usize = document.chunks.iter().map(|chunk| chunk.content.len()).sum();
    holds!(size <= text.len().saturating_mul(2) + 64, "{size} bytes of chunks");
    for (id, line) in &document.refs {
        holds!(!id.is_empty() && *line >= 1 && *line <= lines, "{id:?} on line {line}");
    }
    Ok(())
}

fn is_line(line: u32, file: &ParsedFile) -> bool {
    line >= 1 && line <= file.lines
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && is_one_line(text)
}

fn is_one_line(text: &str) -> bool {
    !text.contains(char::is_control)
}

fn sentence(text: &str) -> Verdict {
    let long = text.chars().count();
    holds!(!text.contains('\n') && long <= 200, "a summary of {long} characters: {text:?}");
    Ok(())
}

/// Bytes of everything that was made of the text.
fn size(file: &ParsedFile) -> usize {
    let symbols = file.symbols.iter().map(|symbol| {
        let annotations = symbol
            .annotations
            .iter()
            .map(|(key, values)| key.len() + values.iter().map(|value| value.len() + 24).sum::<usize>());
        symbol.qualified_name.len() + symbol.signature.len() + annotations.sum::<usize>()
    });
    let imports = file.imports.iter().map(|import| {
        let aliases = import.aliases.iter().map(|(local, name)| local.len() + name.len());
        import.specifier.len() + import.names.iter().map(String::len).sum::<usize>() + aliases.sum::<usize>()
    });
    let references = file.references.iter().map(|reference| {
        let receiver = match &reference.receiver {
            Receiver::Path(path) | Receiver::Typed(path) => path.len(),
            _ => 0,
        };
        reference.name.len() + receiver + reference.lines.len() * 4
    });
    let routes = file.routing.routes.iter().map(|route| route.path.len() + route.method.len());
    symbols.sum::<usize>() + imports.sum::<usize>() + references.sum::<usize>() + routes.sum::<usize>()
}
