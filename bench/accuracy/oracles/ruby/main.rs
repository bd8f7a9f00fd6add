//! What Rubydex says, the index that Ruby's language server is built on.
//!
//!     accuracy-ruby imports ROOT    prints {file, line, name, target} for each `require` and `require_relative`
//!     accuracy-ruby sites ROOT      prints {file, line, name} for each call on a constant or on self, and each class or module
//!     accuracy-ruby calls ROOT      reads {file, line, name} lines, prints them with targets[{file, line}]
//!
//! Constants are resolved as Ruby does it. Of a method that is called on a constant or on self, the first definition along the
//! ancestors counts; what is called on any other value is unknown. `Name.new` is a call of `Name`.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use rubydex::indexing::{IndexerBackend, index_files};
use rubydex::listing::collect_file_paths;
use rubydex::model::document::Document;
use rubydex::model::graph::Graph;
use rubydex::model::ids::{DeclarationId, StringId};
use rubydex::query::{find_member_in_ancestors, resolve_require_path};
use rubydex::resolution::Resolver;
use serde_json::{Value, json};

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, what, root] = arguments.as_slice() else {
        return Err(std::io::Error::other("expects a question and a folder"));
    };
    let root = Path::new(root).canonicalize()?;
    let mut graph = Graph::new();
    let (files, _) =
        collect_file_paths(vec![root.to_string_lossy().into_owned()], &graph.excluded_patterns());
    index_files(&mut graph, files, IndexerBackend::RubyIndexer);
    Resolver::new(&mut graph).resolve();
    let project = Project { graph, root };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    match what.as_str() {
        "imports" => {
            for row in project.imports() {
                writeln!(out, "{row}")?;
            }
        }
        "sites" => {
            for ((file, line, name), _) in project.references().iter().filter(|(_, found)| found.is_site) {
                writeln!(out, "{}", json!({ "file": file, "line": line, "name": name }))?;
            }
        }
        _ => {
            let references = project.references();
            for line in std::io::stdin().lock().lines() {
                let mut wanted: Value = serde_json::from_str(&line?)?;
                let key = (
                    wanted["file"].as_str().unwrap_or_default().to_owned(),
                    wanted["line"].as_u64().unwrap_or_default(),
                    wanted["name"].as_str().unwrap_or_default().to_owned(),
                );
                wanted["targets"] =
                    references.get(&key).map(|found| found.targets.clone()).unwrap_or_default().into();
                writeln!(out, "{wanted}")?;
            }
        }
    }
    out.flush()
}

/// File, line and name.
type Place = (String, u64, String);

/// What a name means at its place.
#[derive(Default)]
struct Found {
    /// The places of its definitions.
    targets: Vec<Value>,
    /// Whether it is one that `sites` lists: no plain constant, and no head of a path, which is named for what follows it.
    is_site: bool,
}

struct Project {
    graph: Graph,
    root: PathBuf,
}

impl Project {
    /// What each name means at its place.
    fn references(&self) -> BTreeMap<Place, Found> {
        let mut references: BTreeMap<Place, Found> = BTreeMap::new();
        for document in self.graph.documents().values() {
            let Some(file) = self.inside(document) else { continue };
            let text = std::fs::read(self.root.join(&file)).unwrap_or_default();
            let mut add = |name: &str, at: u32, means: Option<DeclarationId>, is_site: bool| {
                let found =
                    references.entry((file.clone(), line(document, at), name.to_owned())).or_default();
                found.targets.extend(means.into_iter().flat_map(|means| self.places(means)));
                found.is_site |= is_site;
            };
            for id in document.constant_references() {
                let reference = &self.graph.constant_references()[id];
                let means = self.graph.name_id_to_declaration_id(*reference.name_id()).copied();
                let is_type = means.is_some_and(|means| {
                    matches!(self.graph.declarations()[&means].kind(), "Class" | "Module")
                });
                let name = &self.graph.names()[reference.name_id()];
                let name = self.graph.strings()[name.str()].as_str();
                // A path's last name stands at its end.
                let end = reference.offset().end();
                let is_head = text.get(end as usize..).is_some_and(|after| after.starts_with(b"::"));
                add(name, end, means, is_type && !is_head);
            }
            for id in document.method_references() {
                let reference = &self.graph.method_references()[id];
                let Some(receiver) = reference.receiver() else { continue };
                let name = self.graph.strings()[reference.str()].as_str();
                let of = self.graph.name_id_to_declaration_id(receiver).copied();
                let member = StringId::from(&format!("{name}()"));
                let means = of.and_then(|of| find_member_in_ancestors(&self.graph, of, member, false).ok());
                add(name, reference.offset().start(), means, true);
            }
        }
        references
    }

    /// Where something is defined; a place without a file for what Ruby itself defines.
    fn places(&self, declaration: DeclarationId) -> Vec<Value> {
        let definitions = self.graph.declarations()[&declaration].definitions();
        let places = definitions.iter().map(|id| {
            let definition = &self.graph.definitions()[id];
            let document = &self.graph.documents()[definition.uri_id()];
            let line = line(document, definition.offset().start());
            json!({ "file": self.inside(document), "line": line })
        });
        places.collect()
    }

    /// The path of a document below the root.
    fn inside(&self, document: &Document) -> Option<String> {
        let path = document.uri().strip_prefix("file://")?;
        let below = Path::new(path).strip_prefix(&self.root).ok()?;
        Some(below.to_string_lossy().replace('\\', "/"))
    }

    fn imports(&self) -> Vec<Value> {
        let folders: Vec<PathBuf> =
            ["lib", "test", "spec", ""].iter().map(|name| self.root.join(name)).collect();
        let mut files: Vec<String> =
            self.graph.documents().values().filter_map(|document| self.inside(document)).collect();
        files.sort();
        let mut rows = Vec::new();
        for file in files {
            let path = self.root.join(&file);
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            for (number, line) in text.lines().enumerate() {
                let Some((relative, name)) = required(line) else { continue };
                // As the index writes it.
                let written =
                    if relative && !name.starts_with('.') { format!("./{name}") } else { name.to_owned() };
                let own: Vec<PathBuf> = path.parent().into_iter().map(Path::to_owned).collect();
                let (name_below, folders) =
                    if relative { climbed(name, own) } else { (name.to_owned(), folders.clone()) };
                let target = resolve_require_path(&self.graph, &name_below, &folders)
                    .and_then(|uri| self.inside(&self.graph.documents()[&uri]));
                rows.push(json!({ "file": file, "line": number + 1, "name": written, "target": target }));
            }
        }
        rows
    }
}

/// A path with its `..` taken out: Rubydex looks paths up as they are written.
fn climbed(name: &str, mut folders: Vec<PathBuf>) -> (String, Vec<PathBuf>) {
    let mut rest = name;
    loop {
        if let Some(below) = rest.strip_prefix("../") {
            folders = folders.iter().filter_map(|folder| folder.parent()).map(Path::to_owned).collect();
            rest = below;
        } else if let Some(below) = rest.strip_prefix("./") {
            rest = below;
        } else {
            return (rest.to_owned(), folders);
        }
    }
}

/// Whether a line requires a file relative to its own, and what it names.
fn required(line: &str) -> Option<(bool, &str)> {
    let line = line.trim_start();
    let (relative, rest) = match line.strip_prefix("require_relative") {
        Some(rest) => (true, rest),
        None => (false, line.strip_prefix("require")?),
    };
    let rest = rest.trim_start_matches([' ', '(']);
    let quote = rest.chars().next().filter(|first| matches!(first, '"' | '\''))?;
    let (name, _) = rest.get(1..)?.split_once(quote)?;
    (!name.contains("#{")).then_some((relative, name))
}

/// 1-based.
fn line(document: &Document, at: u32) -> u64 {
    u64::from(document.line_index().line_col(at.into()).line) + 1
}
