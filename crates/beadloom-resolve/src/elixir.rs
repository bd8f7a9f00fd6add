//! Elixir: a module is where a file declares it; of files that declare none, at the path of its name below `lib/` of a
//! project with a `mix.exs`.
//!
//! `Shop.HTTPClient` is `lib/shop/http_client.ex`. Underscores are left out when names are compared, so that
//! `lib/shop/graphql.ex` answers for `Shop.GraphQL` too.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeSet, HashMap};

use beadloom_model::ImportFacts;

use super::declared::DeclaredFiles;
use super::files::ProjectFiles;
use super::{ImportTarget, paths};

/// Folders that Phoenix groups modules in without naming them so: `lib/shop_web/controllers/user_controller.ex`
/// is `ShopWeb.UserController`.
const GROUPS: &[&str] =
    &["channels", "components", "controllers", "live", "models", "plugs", "templates", "views"];

/// Where modules for tests lie, which are named after the application without lying below its name.
const SUPPORT: &str = "test/support/";

pub(super) struct Resolver {
    /// Modules as files declare them, to these files.
    declared: HashMap<String, Vec<String>>,
    /// Of files that declare none: module, its segments in lower case without underscores and joined by `/`, to where it may be.
    modules: HashMap<String, Vec<Place>>,
    /// Folders with a `mix.exs`, sorted.
    projects: Vec<String>,
}

struct Place {
    path: String,
    /// How far the path is from what the convention says: 0 is exactly that.
    rank: u8,
}

impl Resolver {
    pub(super) fn new(files: &ProjectFiles, declared: &DeclaredFiles) -> Self {
        let projects: Vec<String> = files
            .iter()
            .filter(|path| paths::name(path) == "mix.exs")
            .map(|path| paths::parent(path).to_owned())
            .collect();
        let mut resolver = Self { declared: HashMap::new(), modules: HashMap::new(), projects };
        resolver.projects.compact_sort();
        let applications = resolver.applications(files);
        for path in files.iter() {
            let Some(stem) = path.strip_suffix(".ex").or_else(|| path.strip_suffix(".exs")) else { continue };
            let modules = declared.of(path);
            for module in modules.iter().filter(|module| !module.name.is_empty()) {
                resolver.declared.entry(module.name.clone()).or_default().push(path.to_owned());
            }
            if !modules.is_empty() {
                continue;
            }
            let Some(below) = resolver.below_root(stem) else { continue };
            resolver.add(path, below);
            if stem.strip_suffix(below).is_some_and(|root| root.ends_with(SUPPORT)) {
                let project = resolver.project_of(stem).unwrap_or("");
                for application in applications.get(project).into_iter().flatten() {
                    let module = format!("{application}/{}", plain_path(below));
                    resolver.place(path, module, 3);
                }
            }
        }
        resolver
    }

    /// By project: what lies right in its `lib`, as modules begin with it.
    fn applications(&self, files: &ProjectFiles) -> HashMap<String, BTreeSet<String>> {
        let mut applications: HashMap<String, BTreeSet<String>> = HashMap::new();
        for path in files.iter().filter(|path| path.ends_with(".ex")) {
            let Some(project) = self.project_of(path) else { continue };
            let below = if project.is_empty() { Some(path) } else { path.get(project.len() + 1..) };
            let Some(below) = below.and_then(|below| below.strip_prefix("lib/")) else { continue };
            let first = below.split(['/', '.']).next().unwrap_or(below);
            applications.entry(project.to_owned()).or_default().insert(plain(first));
        }
        applications
    }

    fn place(&mut self, path: &str, module: String, rank: u8) {
        self.modules.entry(module).or_default().push(Place { path: path.to_owned(), rank });
    }

    /// The part of a path that names the module.
    fn below_root<'p>(&self, path: &'p str) -> Option<&'p str> {
        let below = match self.project_of(path) {
            Some("") | None => path,
            Some(project) => path.get(project.len() + 1..)?,
        };
        for root in ["lib/", SUPPORT, "test/", "web/"] {
            if let Some(below) = below.strip_prefix(root) {
                return Some(below);
            }
        }
        // A folder of sources without a project around it.
        below.find("/lib/").and_then(|at| below.get(at + 5..))
    }

    fn add(&mut self, path: &str, below: &str) {
        let module = plain_path(below);
        let segments: Vec<&str> = module.split('/').collect();
        self.place(path, module.clone(), 0);
        // `lib/shop/accounts/accounts.ex` is `Shop.Accounts`.
        if let [rest @ .., before, last] = segments.as_slice()
            && before == last
        {
            self.place(path, [rest, &[*last]].concat().join("/"), 1);
        }
        let (last, folders) = segments.split_last().unwrap_or((&"", &[]));
        if folders.iter().skip(1).any(|folder| GROUPS.contains(folder)) {
            let named =
                folders.iter().enumerate().filter(|(at, folder)| *at == 0 || !GROUPS.contains(folder));
            let mut ungrouped: Vec<&str> = named.map(|(_, folder)| *folder).collect();
            ungrouped.push(last);
            self.place(path, ungrouped.join("/"), 2);
        }
    }

    fn project_of<'p>(&self, path: &'p str) -> Option<&'p str> {
        paths::ancestors(paths::parent(path)).find(move |folder| {
            self.projects.binary_search_by(|project| project.as_str().cmp(folder)).is_ok()
        })
    }

    pub(super) fn resolve(&self, from: &str, import: &ImportFacts) -> ImportTarget {
        let name = import.specifier.trim();
        let is_module = name.starts_with(char::is_uppercase)
            && name.split('.').all(|part| !part.is_empty() && !part.contains(['/', '\\']));
        if !is_module {
            return ImportTarget::external(None, &import.names);
        }
        let Some(path) = self.module(from, name) else {
            return ImportTarget::external(name.split('.').next().map(str::to_owned), &import.names);
        };
        let (of, to) = (self.project_of(from), self.project_of(path));
        let package = to.filter(|to| of != Some(to)).map(|to| paths::name(to).to_owned());
        ImportTarget::internal(path, package.filter(|name| !name.is_empty()), import.names.clone())
    }

    /// The nearest file that declares a module.
    fn nearest_of(&self, from: &str, module: &str) -> Option<&str> {
        let folder = paths::parent(from);
        self.declared
            .get(module)?
            .iter()
            .filter(|path| paths::is_within(folder, paths::visible_from(self.project_of(path).unwrap_or(""))))
            .min_by_key(|path| (paths::distance(folder, paths::parent(path)), path.as_str()))
            .map(String::as_str)
    }

    /// The module's own file, or that of the module which it is nested in. A first segment alone is a whole
    /// application, and nests nothing that its file would have to hold.
    fn module(&self, from: &str, name: &str) -> Option<&str> {
        let mut around = name;
        loop {
            if let Some(path) = self.nearest_of(from, around) {
                return Some(path);
            }
            // A first segment alone is a whole application.
            match around.rsplit_once('.') {
                Some((outer, _)) if outer.contains('.') => around = outer,
                _ => break,
            }
        }
        let segments: Vec<String> = name.split('.').map(plain).collect();
        let mut length = segments.len();
        loop {
            let found = segments.get(..length).and_then(|segments| self.nearest(from, &segments.join("/")));
            if found.is_some() || length <= 2 {
                return found;
            }
            length -= 1;
        }
    }

    fn nearest(&self, from: &str, module: &str) -> Option<&str> {
        let folder = paths::parent(from);
        self.modules
            .get(module)?
            .iter()
            .filter(|place| {
                paths::is_within(folder, paths::visible_from(self.project_of(&place.path).unwrap_or("")))
            })
            .min_by_key(|place| {
                (place.rank, paths::distance(folder, paths::parent(&place.path)), place.path.as_str())
            })
            .map(|place| place.path.as_str())
    }
}

/// A path without its ending, for comparing: `mix/tasks/shop.seed` is `Mix.Tasks.Shop.Seed`.
fn plain_path(path: &str) -> String {
    path.split(['/', '.']).map(plain).collect::<Vec<_>>().join("/")
}

/// A segment of a path or of a module's name, for comparing.
fn plain(segment: &str) -> String {
    segment.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect()
}
