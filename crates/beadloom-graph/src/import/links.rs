//! Relative links: where they lead, and what they have to say after their document was copied elsewhere.

use std::fmt::Write as _;

use beadloom_model::LinkFact;

/// What a link names inside the project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target<'a> {
    /// Relative to the root, without `.`; begins with `..` where it leads out of the project. Ends with `/` where the
    /// link does.
    pub path: String,
    /// Query and fragment, as the link has them.
    pub suffix: &'a str,
    /// Whether it is written from the project's root: `/docs/x.md`.
    pub from_root: bool,
}

/// Where a link of the document `from` leads; `None` for what is no path: addresses, and places on the same page.
pub fn target<'a>(from: &str, destination: &'a str) -> Option<Target<'a>> {
    let end = destination.find(['#', '?']).unwrap_or(destination.len());
    let (path, suffix) = destination.split_at(end);
    if path.is_empty() || path.starts_with("//") || path.starts_with('\\') || has_scheme(path) {
        return None;
    }
    let path = decode(path);
    if path.chars().any(char::is_control) {
        return None;
    }
    let from_root = path.starts_with('/');
    let folder = if from_root { "" } else { folder_of(from) };
    Some(Target { path: join(folder, &path), suffix, from_root })
}

/// A document's text with its links written anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewritten {
    /// Differs from the original in destinations alone.
    pub text: String,
    /// How many destinations changed.
    pub changed: u32,
}

/// The text of the document `from` for a copy at `to`. `moved`: where what a link names was copied to, if it was.
pub fn rewrite(
    text: &str,
    links: &[LinkFact],
    from: &str,
    to: &str,
    moved: &dyn Fn(&str) -> Option<String>,
) -> Rewritten {
    let mut out = String::with_capacity(text.len() + links.len() * 8);
    let mut changed = 0;
    let mut at = 0;
    for link in links {
        let Some(new) = destination(link, from, to, moved) else { continue };
        let (Some(before), Some(written)) = (text.get(at..link.range.start), text.get(link.range.clone()))
        else {
            continue;
        };
        out.push_str(before);
        out.push_str(&new.path);
        // Escapes of the kind of text that the link stands in are only understood where nothing is escaped.
        if written == link.destination {
            out.push_str(new.suffix)
        } else {
            out.push_str(&safe(new.suffix))
        }
        at = link.range.end;
        changed += 1;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    Rewritten { text: out, changed }
}

struct Destination<'a> {
    path: String,
    suffix: &'a str,
}

/// What a link has to say at its new place; `None` where it can stay as it is.
fn destination<'a>(
    link: &'a LinkFact,
    from: &str,
    to: &str,
    moved: &dyn Fn(&str) -> Option<String>,
) -> Option<Destination<'a>> {
    let old = target(from, &link.destination)?;
    let copied = moved(&old.path);
    if old.from_root {
        let path = format!("/{}", encode(&copied?));
        return Some(Destination { path, suffix: old.suffix });
    }
    let path = copied.unwrap_or_else(|| old.path.clone());
    if target(to, &link.destination)?.path == path {
        return None;
    }
    Some(Destination { path: encode_relative(&relative(folder_of(to), &path)), suffix: old.suffix })
}

fn has_scheme(path: &str) -> bool {
    path.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    })
}

/// The folder that a path lies in, with `/` at its end; empty for the root.
pub(super) fn folder_of(path: &str) -> &str {
    path.rfind('/').and_then(|slash| path.get(..=slash)).unwrap_or("")
}

/// Goes from a folder along a path, by names alone. Above the root it counts `..`.
fn join(folder: &str, path: &str) -> String {
    let mut segments: Vec<&str> = Vec::new();
    for segment in folder.split('/').chain(path.split('/')) {
        match segment {
            "" | "." => {}
            ".." if segments.last().is_some_and(|last| *last != "..") => {
                segments.pop();
            }
            segment => segments.push(segment),
        }
    }
    let is_folder = path.ends_with('/') || matches!(path.rsplit('/').next(), Some("." | ".."));
    let mut joined = segments.join("/");
    if is_folder && !joined.is_empty() {
        joined.push('/');
    }
    joined
}

/// The way from a folder to a path, both relative to the root.
fn relative(folder: &str, path: &str) -> String {
    let from: Vec<&str> = folder.split('/').filter(|segment| !segment.is_empty()).collect();
    let to: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    // The last segment of a path is its name; a folder's is too.
    let most = from.len().min(to.len().saturating_sub(1));
    let shared = from.iter().zip(&to).take(most).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..", from.len() - shared);
    let mut way: Vec<&str> = up.collect();
    way.extend(to.iter().skip(shared));
    if way.is_empty() {
        return "./".to_owned();
    }
    let mut way = way.join("/");
    if path.ends_with('/') || path.is_empty() {
        way.push('/');
    }
    way
}

fn decode(path: &str) -> String {
    if !path.contains('%') {
        return path.to_owned();
    }
    let bytes = path.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let code = (byte == b'%')
            .then(|| path.get(at + 1..at + 3))
            .flatten()
            .filter(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        out.push(code.unwrap_or(byte));
        at += if code.is_some() { 3 } else { 1 };
    }
    String::from_utf8(out).unwrap_or_else(|_| path.to_owned())
}

/// A path as it can stand in every place that links have: bare, in angle brackets, in quotes, in a table.
fn encode(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for c in path.chars() {
        let plain =
            c.is_alphanumeric() || matches!(c, '/' | '-' | '.' | '_' | '~' | '+' | ',' | ':' | '@' | '=');
        if plain {
            out.push(c);
        } else {
            push_encoded(&mut out, c);
        }
    }
    out
}

/// A name with a colon at the beginning would be an address.
fn encode_relative(path: &str) -> String {
    let encoded = encode(path);
    let first = encoded.split('/').next().unwrap_or_default();
    if first.contains(':') { format!("./{encoded}") } else { encoded }
}

fn safe(suffix: &str) -> String {
    let mut out = String::with_capacity(suffix.len());
    for c in suffix.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            ' ' | '<' | '>' | '(' | ')' | '"' | '\'' | '\\' | '`' | '|' | '*' => push_encoded(&mut out, c),
            c if c.is_control() => push_encoded(&mut out, c),
            c => out.push(c),
        }
    }
    out
}

fn push_encoded(out: &mut String, c: char) {
    let mut bytes = [0; 4];
    for byte in c.encode_utf8(&mut bytes).bytes() {
        let _ = write!(out, "%{byte:02X}");
    }
}
