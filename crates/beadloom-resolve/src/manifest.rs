//! Manifests and configurations: which files they are, and reading them without trusting them.

use beadloom_model::{Code, Diagnostic};
use serde_json::Value;

use super::paths;

/// A larger manifest is not read: it is no manifest that a person or a tool of this trade wrote.
const MAX_BYTES: usize = 4 << 20;

/// Whether a file's content matters to resolution, so that the index has to notice when it changes.
pub fn is_manifest(path: &str) -> bool {
    matches!(
        paths::name(path),
        "package.json"
            | "pnpm-workspace.yaml"
            | "go.mod"
            | "go.work"
            | "Cargo.toml"
            | "pyproject.toml"
            | "setup.cfg"
            | "setup.py"
            | "pytest.ini"
            | "tox.ini"
            | "requirements.txt"
            | "composer.json"
            | "Package.swift"
            | "project.pbxproj"
            | "package.yaml"
            | "build.zig"
            | "build.zig.zon"
            | "buf.yaml"
            | "buf.work.yaml"
            | "build.gradle"
            | "build.gradle.kts"
            | "gradle.properties"
            | "compile_commands.json"
            | "CMakeLists.txt"
            | "Makefile"
            | "makefile"
            | "GNUmakefile"
            | "Makefile.am"
            | "Directory.Build.props"
            | "Directory.Build.targets"
    ) || path.ends_with(".gemspec")
        || path.ends_with(".rockspec")
        || path.ends_with(".cabal")
        || path.ends_with(".csproj")
        || is_tsconfig(path)
}

/// A TypeScript configuration: by its name, or any JSON in a folder that shares configurations in a workspace.
pub(super) fn is_tsconfig(path: &str) -> bool {
    let name = paths::name(path);
    if !name.ends_with(".json") || name == "package.json" {
        return false;
    }
    let folder = paths::name(paths::parent(path));
    name.contains("tsconfig")
        || name.starts_with("jsconfig")
        || folder.contains("tsconfig")
        || matches!(folder, "ts-config" | "typescript-config")
}

/// Reads manifests and collects what is wrong with them.
pub(super) struct Manifests<'a> {
    read: &'a (dyn Fn(&str) -> Option<String> + Send + Sync + 'a),
    paths: &'a [String],
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Manifests<'a> {
    /// `paths`: those of all manifests, sorted.
    pub(super) fn new(
        paths: &'a [String],
        read: &'a (dyn Fn(&str) -> Option<String> + Send + Sync + 'a),
    ) -> Self {
        Self { read, paths, diagnostics: Vec::new() }
    }

    /// The manifests of that file name, by path.
    pub(super) fn named(&self, name: &str) -> Vec<String> {
        self.paths.iter().filter(|path| paths::name(path) == name).cloned().collect()
    }

    /// The manifests whose names end so, by path.
    pub(super) fn ending(&self, ending: &str) -> Vec<String> {
        self.paths.iter().filter(|path| path.ends_with(ending)).cloned().collect()
    }

    /// The TypeScript configurations, by path.
    pub(super) fn tsconfigs(&self) -> Vec<String> {
        self.paths.iter().filter(|path| is_tsconfig(path)).cloned().collect()
    }

    /// The text, without a byte order mark.
    pub(super) fn text(&mut self, path: &str) -> Option<String> {
        let text = (self.read)(path)?;
        if text.len() > MAX_BYTES {
            self.broken(path, 0, 0, "is too large to be a manifest");
            return None;
        }
        Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
    }

    /// A JSON object. `None`, and a diagnostic, where it is none.
    pub(super) fn json(&mut self, path: &str) -> Option<Value> {
        let text = self.text(path)?;
        self.parse_json(path, &text)
    }

    /// A JSON object with comments and trailing commas; an empty file is an empty object.
    pub(super) fn json_with_comments(&mut self, path: &str) -> Option<Value> {
        let text = strip_comments(&self.text(path)?);
        if text.trim().is_empty() {
            return Some(Value::Object(serde_json::Map::new()));
        }
        self.parse_json(path, &text)
    }

    /// A TOML table. `None`, and a diagnostic, where it is none.
    pub(super) fn toml(&mut self, path: &str) -> Option<toml::Table> {
        let text = self.text(path)?;
        match text.parse::<toml::Table>() {
            Ok(table) => Some(table),
            Err(error) => {
                let (line, column) = error.span().map_or((0, 0), |span| place(&text, span.start));
                self.broken(path, line, column, error.message().lines().next().unwrap_or("is not TOML"));
                None
            }
        }
    }

    /// Notes that a manifest cannot be used. `line` and `column` 0: unknown.
    pub(super) fn broken(&mut self, path: &str, line: u32, column: u32, why: &str) {
        let diagnostic =
            Diagnostic::warn(Code::BadManifest, format!("{} cannot be used: {why}", paths::name(path)))
                .at(path, line, column)
                .hint("imports below it are resolved without it");
        self.diagnostics.push(diagnostic);
    }

    /// What was found, by place; one per file and message.
    pub(super) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }

    fn parse_json(&mut self, path: &str, text: &str) -> Option<Value> {
        match serde_json::from_str::<Value>(text) {
            Ok(value) if value.is_object() => Some(value),
            Ok(_) => {
                self.broken(path, 1, 1, "it contains no JSON object");
                None
            }
            Err(error) => {
                let message = error.to_string();
                // serde_json appends the place to its message; the diagnostic has it already.
                let message = message.split(" at line ").next().unwrap_or("is not JSON");
                let line = u32::try_from(error.line()).unwrap_or(0);
                self.broken(path, line, u32::try_from(error.column()).unwrap_or(0), message);
                None
            }
        }
    }
}

/// 1-based line and column (in characters) of a byte offset.
fn place(text: &str, offset: usize) -> (u32, u32) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
    (u32::try_from(line).unwrap_or(0), u32::try_from(column).unwrap_or(0))
}

/// Blanks comments and trailing commas; lines and columns stay.
fn strip_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    // Where the last comma stands in `out`, as long as only blanks and comments follow it.
    let mut comma = None;
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                comma = None;
                out.push(c);
                while let Some(c) = chars.next() {
                    out.push(c);
                    match c {
                        '\\' => out.extend(chars.next()),
                        '"' => break,
                        _ => {}
                    }
                }
            }
            '/' if chars.peek() == Some(&'/') => {
                while let Some(c) = chars.next_if(|c| *c != '\n') {
                    out.push(if c == '\r' { c } else { ' ' });
                }
                out.push(' ');
            }
            '/' if chars.peek() == Some(&'*') => {
                chars.next();
                out.push_str("  ");
                let mut last = ' ';
                for c in chars.by_ref() {
                    out.push(if c == '\n' { c } else { ' ' });
                    if last == '*' && c == '/' {
                        break;
                    }
                    last = c;
                }
            }
            ',' => {
                comma = Some(out.len());
                out.push(c);
            }
            '}' | ']' => {
                if let Some(at) = comma.take() {
                    out.replace_range(at..=at, " ");
                }
                out.push(c);
            }
            c if c.is_whitespace() => out.push(c),
            c => {
                comma = None;
                out.push(c);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_trailing_commas_go_and_strings_stay() {
        let cases = [
            ("{\"a\": 1, // x\n}", "{\"a\":1}"),
            ("{\"a\": \"//no\", /* ,} */ \"b\": [1,2,],}", "{\"a\":\"//no\",\"b\":[1,2]}"),
            ("{\"a\": \"\\\"/*\"}", "{\"a\":\"\\\"/*\"}"),
            ("/**/{\"a\":\"*/\"}", "{\"a\":\"*/\"}"),
        ];
        for (text, expected) in cases {
            let value: Value = serde_json::from_str(&strip_comments(text)).expect(text);
            assert_eq!(value.to_string(), expected, "{text}");
        }
        for hostile in ["/*", "\"", "\"\\", "//", ",", "/", "/*/"] {
            let _ = strip_comments(hostile);
        }
    }

    #[test]
    fn manifests_by_path() {
        for path in [
            "package.json", "a/tsconfig.build.json", "tsconfig/base.json", "x/Cargo.toml", "jsconfig.json",
            "composer.json", "gems/a.gemspec", "a-1.0-1.rockspec",
        ] {
            assert!(is_manifest(path), "{path}");
        }
        for path in ["src/data.json", "my-package.json", "Cargo.lock", "tsconfig.ts", "go.sum"] {
            assert!(!is_manifest(path), "{path}");
        }
    }
}
