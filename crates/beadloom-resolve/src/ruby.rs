//! Ruby: files beside the requiring one, and files on the load paths of the gems around.

use beadloom_model::CompactSort as _;
use std::sync::Arc;

use beadloom_model::ImportFacts;

use super::files::ProjectFiles;
use super::manifest::Manifests;
use super::{ImportTarget, paths};

/// Folders that tools put on the load path: `rake test` adds `lib` and `test`, RSpec `lib` and `spec`.
const LOAD_FOLDERS: &[&str] = &["lib", "spec", "test"];

pub(super) struct Resolver {
    files: Arc<ProjectFiles>,
    /// By folder.
    gems: Vec<Gem>,
}

/// A folder with a gemspec.
struct Gem {
    folder: String,
    name: String,
    /// Folders that others require from.
    load_paths: Vec<String>,
}

impl Gem {
    /// Whether what is required begins with the gem's name: `shop_sample`, `shop/sample` of `shop-sample`. A gem among
    /// fixtures has the name of one that it stands in for.
    fn is_asked_for(&self, path: &str) -> bool {
        let begins =
            |name: &str| path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        paths::visible_from(paths::parent(&self.folder)).is_empty()
            && (begins(&self.name) || begins(&self.name.replace('-', "/")))
    }
}

impl Resolver {
    pub(super) fn new(files: Arc<ProjectFiles>, manifests: &mut Manifests<'_>) -> Self {
        let mut gems: Vec<Gem> = manifests
            .ending(".gemspec")
            .into_iter()
            .map(|path| {
                let folder = paths::parent(&path).to_owned();
                let listed = manifests.text(&path).map(|text| require_paths(&text)).unwrap_or_default();
                let listed = if listed.is_empty() { vec!["lib".to_owned()] } else { listed };
                let load_paths = listed.iter().filter_map(|listed| paths::resolve(&folder, listed)).collect();
                let name = paths::name(&path).trim_end_matches(".gemspec").to_owned();
                Gem { folder, name, load_paths }
            })
            .collect();
        gems.compact_sort_by(|a, b| (&a.folder, &a.name).cmp(&(&b.folder, &b.name)));
        Self { files, gems }
    }

    pub(super) fn resolve(&self, from: &str, import: &ImportFacts) -> ImportTarget {
        let path = import.specifier.trim();
        let folder = paths::parent(from);
        if path.starts_with("./") || path.starts_with("../") {
            // What is required as `./x` is below the working folder, which is mostly the root.
            let bases = [Some(folder), path.starts_with("./").then_some("")];
            let found = bases.into_iter().flatten().find_map(|base| self.file(base, path));
            return self.target(from, found, import);
        }
        if path.starts_with('/') || path.split('/').any(|part| part.is_empty() || part == "..") {
            return ImportTarget::external(None, &import.names);
        }
        let found = self.around(folder, path).or_else(|| self.elsewhere(folder, path));
        match found {
            Some(_) => self.target(from, found, import),
            None => ImportTarget::external(path.split('/').next().map(str::to_owned), &import.names),
        }
    }

    /// On the load paths of the folders around the requiring file, nearest first.
    fn around(&self, folder: &str, path: &str) -> Option<String> {
        for around in paths::ancestors(folder) {
            let of_gems = self.gems_in(around).flat_map(|gem| gem.load_paths.iter());
            if let Some(found) = of_gems.map(String::as_str).find_map(|base| self.file(base, path)) {
                return Some(found);
            }
            let usual = LOAD_FOLDERS.iter().map(|name| paths::join(around, name));
            if let Some(found) = usual.into_iter().find_map(|base| self.file(&base, path)) {
                return Some(found);
            }
            // `load "tasks/setup.rb"` is seen from the working folder.
            if path.ends_with(".rb") || path.ends_with(".rake") {
                let file = paths::join(around, path);
                if self.files.has_file(&file) {
                    return Some(file);
                }
            }
        }
        None
    }

    /// On the load path of a gem of the same repository.
    fn elsewhere(&self, folder: &str, path: &str) -> Option<String> {
        // Examples are seen from beside them alone, unless they are asked for by their own name.
        let is_hidden = |gem: &Gem| !paths::is_within(folder, paths::visible_from(&gem.folder));
        let mut gems: Vec<&Gem> =
            self.gems.iter().filter(|gem| !is_hidden(gem) || gem.is_asked_for(path)).collect();
        gems.compact_sort_by_key(|gem| {
            (is_hidden(gem), paths::distance(folder, &gem.folder), gem.folder.as_str())
        });
        gems.iter().flat_map(|gem| gem.load_paths.iter()).find_map(|base| self.file(base, path))
    }

    fn gems_in(&self, folder: &str) -> impl Iterator<Item = &Gem> {
        let start = self.gems.partition_point(|gem| gem.folder.as_str() < folder);
        self.gems.iter().skip(start).take_while(move |gem| gem.folder == folder)
    }

    fn file(&self, base: &str, path: &str) -> Option<String> {
        let path = paths::resolve(base, path)?;
        if (path.ends_with(".rb") || path.ends_with(".rake")) && self.files.has_file(&path) {
            return Some(path);
        }
        self.files.first_file([format!("{path}.rb")])
    }

    fn target(&self, from: &str, found: Option<String>, import: &ImportFacts) -> ImportTarget {
        let Some(path) = found else { return ImportTarget::external(None, &import.names) };
        let (of, to) = (self.gem_of(from), self.gem_of(&path));
        let package = to.filter(|to| of != Some(to)).map(str::to_owned);
        ImportTarget::internal(path, package, import.names.clone())
    }

    /// The gem that a file belongs to: the innermost around it.
    fn gem_of(&self, file: &str) -> Option<&str> {
        paths::ancestors(paths::parent(file))
            .find_map(|folder| self.gems_in(folder).next())
            .map(|gem| gem.name.as_str())
    }
}

/// The literals of `spec.require_paths = ["lib", "ext"]`.
fn require_paths(gemspec: &str) -> Vec<String> {
    const PATHS: usize = 16;
    let Some((_, rest)) = gemspec.split_once("require_path") else { return Vec::new() };
    let rest = rest.strip_prefix('s').unwrap_or(rest).trim_start();
    let Some(rest) = rest.strip_prefix('=') else { return Vec::new() };
    let list = rest.trim_start();
    let end =
        if list.starts_with('[') || list.starts_with('%') { list.find([']', ')']) } else { list.find('\n') };
    let list = list.get(..end.unwrap_or(list.len())).unwrap_or("");
    if let Some(words) = list.strip_prefix("%w") {
        let words = words.trim_start_matches(['[', '(']);
        return words.split_whitespace().take(PATHS).map(str::to_owned).collect();
    }
    // Every other piece between quotes is a literal.
    list.split(['"', '\'']).skip(1).step_by(2).take(PATHS).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn load_paths_of_gemspecs() {
        for (text, want) in [
            ("s.require_paths = [\"lib\"]\n", vec!["lib"]),
            ("s.require_paths = ['lib', \"ext/x\"]", vec!["lib", "ext/x"]),
            ("s.require_path = 'src'\ns.name = 'x'", vec!["src"]),
            ("s.require_paths = %w[lib ext]\n", vec!["lib", "ext"]),
            ("s.name = 'x'", vec![]),
            ("s.require_paths << 'x'", vec![]),
            ("require_paths =", vec![]),
        ] {
            assert_eq!(require_paths(text), want, "{text}");
        }
    }
}
