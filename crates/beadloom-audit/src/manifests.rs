//! What manifests define: scripts and targets to run, the least versions of what is needed, the project's own name and version.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// Manifests of one sort that are read.
const MAX_MANIFESTS: usize = 2_000;

/// The files that manifests are found among.
pub(crate) trait ProjectFiles {
    /// The text of a small file.
    fn text(&self, path: &str) -> Option<String>;

    /// The paths of files with this name.
    fn named(&self, name: &str) -> &[&str];
}

/// What manifests define.
#[derive(Debug, Default)]
pub(crate) struct Manifests {
    /// Scripts of every `package.json`. None if the root has no such file, or the scripts are elsewhere.
    pub(crate) scripts: Option<BTreeSet<String>>,
    /// Every `package.json`, if all could be read.
    pub(crate) packages: Vec<NodePackage>,
    /// Whether the package at the root is published nowhere.
    pub(crate) private: bool,
    /// Targets of every Makefile. None where there is none at the root, or not all can be known.
    pub(crate) targets: Option<BTreeSet<String>>,
    /// Recipes of the justfile at the root.
    pub(crate) recipes: Option<BTreeSet<String>>,
    /// By a name in small letters (`node`, `python`, `rust`, `go`): the least version, and the file that says it.
    pub(crate) needs: BTreeMap<&'static str, (String, &'static str)>,
    /// The project's own names in package registries, each with its version and the file that says it.
    pub(crate) own: Vec<(String, String, &'static str)>,
}

/// What one `package.json` says.
#[derive(Debug)]
pub(crate) struct NodePackage {
    /// Relative to the root, without `/` at the end.
    pub(crate) folder: String,
    pub(crate) name: Option<String>,
    pub(crate) scripts: BTreeSet<String>,
    /// Names of the packages that it needs, without their scopes.
    pub(crate) needs: BTreeSet<String>,
}

impl NodePackage {
    fn of(path: &str, manifest: &Value) -> Self {
        let table = |key: &str| manifest.get(key).and_then(Value::as_object).into_iter().flatten();
        // `npm init` writes a script that only says that there is none.
        let is_real = |text: &Value| !text.as_str().is_some_and(|text| text.contains("no test specified"));
        let scripts = table("scripts").filter(|(_, text)| is_real(text)).map(|(name, _)| name.clone());
        let needs = ["dependencies", "devDependencies", "optionalDependencies"].into_iter().flat_map(table);
        let bare = |name: &String| name.rsplit('/').next().unwrap_or(name).to_owned();
        Self {
            folder: path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned(),
            name: manifest.get("name").and_then(Value::as_str).map(str::to_owned),
            scripts: scripts.collect(),
            needs: needs.map(|(name, _)| bare(name)).collect(),
        }
    }
}

impl Manifests {
    pub(crate) fn read(project: &dyn ProjectFiles) -> Self {
        let mut manifests = Self::default();
        manifests.node(project);
        manifests.cargo(project);
        manifests.python(project);
        if let Some(version) = project.text("go.mod").and_then(|text| {
            text.lines().find_map(|line| line.strip_prefix("go ")).map(|version| version.trim().to_owned())
        }) {
            manifests.needs.insert("go", (version, "go.mod"));
        }
        manifests.targets = targets(project);
        manifests.recipes = ["justfile", "Justfile", ".justfile"]
            .iter()
            .find_map(|name| project.text(name))
            .filter(|text| !text.lines().any(|line| line.starts_with("import") || line.starts_with("mod ")))
            .map(|text| recipes(&text));
        manifests
    }

    fn node(&mut self, project: &dyn ProjectFiles) {
        let Some(root) =
            project.text("package.json").and_then(|text| serde_json::from_str::<Value>(&text).ok())
        else {
            return;
        };
        if let Some(least) = root.pointer("/engines/node").and_then(Value::as_str).and_then(least_version) {
            self.needs.insert("node", (least, "package.json"));
        }
        self.private = root.get("private") == Some(&Value::Bool(true));
        self.own_of(root.get("name"), root.get("version"), "package.json");
        let mut packages = Vec::new();
        for path in project.named("package.json").iter().take(MAX_MANIFESTS) {
            let Some(value) = project.text(path).and_then(|text| serde_json::from_str::<Value>(&text).ok())
            else {
                // Its scripts may be the ones that are named.
                return;
            };
            packages.push(NodePackage::of(path, &value));
        }
        self.scripts = Some(packages.iter().flat_map(|package| package.scripts.iter().cloned()).collect());
        self.packages = packages;
    }

    fn own_of(&mut self, name: Option<&Value>, version: Option<&Value>, file: &'static str) {
        if let (Some(Value::String(name)), Some(Value::String(version))) = (name, version) {
            self.own.push((name.clone(), version.clone(), file));
        }
    }

    fn cargo(&mut self, project: &dyn ProjectFiles) {
        let Some(text) = project.text("Cargo.toml") else { return };
        let Some(manifest) = toml_table(&text) else { return };
        let of = |table: &[&str], key: &str| toml_text(&manifest, table, key);
        let either = |key| of(&["package"], key).or_else(|| of(&["workspace", "package"], key));
        let least = either("rust-version");
        if let Some(least) = least {
            self.needs.insert("rust", (least, "Cargo.toml"));
        }
        if let (Some(name), Some(version)) = (of(&["package"], "name"), either("version")) {
            self.own.push((name, version, "Cargo.toml"));
        }
    }

    fn python(&mut self, project: &dyn ProjectFiles) {
        if let Some(manifest) = project.text("pyproject.toml").and_then(|text| toml_table(&text)) {
            let of = |key: &str| toml_text(&manifest, &["project"], key);
            if let Some(least) = of("requires-python").as_deref().and_then(least_version) {
                self.needs.insert("python", (least, "pyproject.toml"));
            }
            let (name, version) = (of("name"), of("version"));
            if let (Some(name), Some(version)) = (name, version) {
                self.own.push((name, version, "pyproject.toml"));
            }
        }
        if self.needs.contains_key("python") {
            return;
        }
        for file in ["setup.cfg", "setup.py"] {
            let least = project.text(file).and_then(|text| {
                let at = text.find("python_requires")?;
                let line = text.get(at..)?.lines().next()?.to_owned();
                least_version(line.split_once('=')?.1.trim_matches([' ', '"', '\'', ',']))
            });
            if let Some(least) = least {
                self.needs.insert("python", (least, file));
            }
        }
    }
}

/// A manifest in TOML; `None` if it is not TOML.
fn toml_table(text: &str) -> Option<toml::Table> {
    text.parse().ok()
}

/// A text of a table, which is named by its path. `None` for other values: a member of a workspace inherits by a table.
fn toml_text(manifest: &toml::Table, table: &[&str], key: &str) -> Option<String> {
    let mut within = manifest;
    for name in table {
        within = within.get(*name)?.as_table()?;
    }
    within.get(key)?.as_str().map(str::to_owned)
}

/// The least version of a range that has one: `>=20.19`, `^18.0.0`, `>=3.9,<4`. None for alternatives.
fn least_version(range: &str) -> Option<String> {
    let range = range.trim();
    if range.contains("||") {
        return None;
    }
    let rest = range.trim_start_matches(['>', '=', '^', '~', ' ', 'v']);
    if range.starts_with('<') || range.starts_with("==") || range.starts_with("!=") {
        return None;
    }
    let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len());
    let version = rest.get(..end)?.trim_end_matches('.');
    // An exclusive bound is not the least version.
    let exclusive = range.starts_with('>') && !range.starts_with(">=");
    (!version.is_empty() && !exclusive).then(|| version.to_owned())
}

fn targets(project: &dyn ProjectFiles) -> Option<BTreeSet<String>> {
    let names = ["Makefile", "makefile", "GNUmakefile"];
    names.iter().find_map(|name| project.text(name))?;
    let mut found = BTreeSet::new();
    for path in names.iter().flat_map(|name| project.named(name)).take(MAX_MANIFESTS) {
        let text = project.text(path)?;
        for line in text.lines() {
            if line.starts_with(['\t', '#', ' ']) {
                continue;
            }
            // What is included, or made by a pattern or a variable, is not known here.
            let includes =
                line.starts_with("include") || line.starts_with("-include") || line.starts_with("sinclude");
            if includes || line.contains("$(eval") || line.contains("$(foreach") {
                return None;
            }
            let Some((names, rest)) = line.split_once(':') else { continue };
            if rest.starts_with('=') || names.contains('=') {
                continue;
            }
            if names.contains(['%', '$']) {
                return None;
            }
            found.extend(names.split_whitespace().map(str::to_owned));
            // Targets that are only named as phony, or as what others need, are targets too.
            let needs = rest.split(['#', ';']).next().unwrap_or_default();
            found.extend(needs.split_whitespace().map(str::to_owned));
        }
    }
    Some(found)
}

fn recipes(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in text.lines().filter(|line| !line.starts_with([' ', '\t', '#', '['])) {
        let line = line.strip_prefix("alias ").unwrap_or(line);
        let name = line.trim_start_matches('@').split([' ', ':']).next().unwrap_or_default();
        if line.contains(':') && !name.is_empty() {
            found.insert(name.to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_version_of_a_range() {
        for (range, least) in [
            (">=20.19", Some("20.19")),
            ("^18.0.0", Some("18.0.0")),
            (">= 3.9, <4", Some("3.9")),
            ("18.x", Some("18")),
            ("^18 || >=20", None),
            ("<4", None),
            (">3.8", None),
            ("*", None),
        ] {
            assert_eq!(least_version(range).as_deref(), least, "{range}");
        }
    }

    #[test]
    fn values_of_toml_stand_in_their_table() {
        let text =
            "[package]\nname = \"a\"\nversion.workspace = true\n[workspace.package]\nversion = \"1.2\" # x\n";
        let manifest = toml_table(text).unwrap();
        assert_eq!(toml_text(&manifest, &["package"], "name").as_deref(), Some("a"));
        assert_eq!(toml_text(&manifest, &["package"], "version"), None);
        assert_eq!(toml_text(&manifest, &["workspace", "package"], "version").as_deref(), Some("1.2"));
        let found = recipes("# x\nbuild target='all':\n  y: z\nalias b := build\n@quiet:\n");
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["b", "build", "quiet"]);
    }
}
