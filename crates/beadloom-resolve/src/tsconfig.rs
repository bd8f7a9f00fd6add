//! TypeScript configurations, made safe before the resolver reads them.
//!
//! The resolver fails every import below a configuration that does not load: one that is broken, extends a package
//! that is not installed, refers to a missing project, or turns in a circle. So each is read here first, reduced
//! to what resolution needs, with `extends` and `references` only where they lead to a configuration of the project.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value, json};

use super::files::ProjectFiles;
use super::manifest::Manifests;
use super::npm::Packages;
use super::npm_names::split_specifier;
use super::paths;

/// Longest chain of `extends`; the resolver follows it by recursion.
const MAX_CHAIN_STEPS: usize = 24;
/// Most patterns, references or aliases that one list may have.
const MAX_ENTRIES: usize = 1_000;
const MAX_PATTERN_BYTES: usize = 512;
const MAX_STARS: usize = 12;

/// The project's TypeScript configurations by path, as the resolver sees them.
#[derive(Default)]
pub(super) struct TsConfigs {
    texts: HashMap<String, String>,
}

struct Draft {
    fields: Map<String, Value>,
    extends: Vec<String>,
}

impl TsConfigs {
    pub(super) fn new(files: &ProjectFiles, packages: &Packages, manifests: &mut Manifests<'_>) -> Self {
        let mut drafts: BTreeMap<String, Draft> = BTreeMap::new();
        for path in manifests.tsconfigs() {
            let value = manifests.json_with_comments(&path).unwrap_or(Value::Null);
            let draft = draft(&path, &value, packages, |target| {
                files.has_file(target) && super::manifest::is_tsconfig(target)
            });
            drafts.insert(path, draft);
        }
        for (path, why) in Chains::cut(&mut drafts) {
            manifests.broken(&path, 0, 0, why);
        }
        let mut texts: HashMap<String, String> =
            drafts.iter().map(|(path, draft)| (path.clone(), draft.text(path))).collect();
        // The resolver looks for tsconfig.json only; a jsconfig.json stands in where there is none.
        for (path, draft) in &mut drafts {
            let twin = paths::join(paths::parent(path), "tsconfig.json");
            if paths::name(path) == "jsconfig.json" && !texts.contains_key(&twin) {
                if let Some(Value::Object(options)) = draft.fields.get_mut("compilerOptions") {
                    options.entry("allowJs").or_insert(Value::Bool(true));
                }
                texts.insert(twin, draft.text(path));
            }
        }
        Self { texts }
    }

    /// The configuration at this path, as JSON.
    pub(super) fn text(&self, path: &str) -> Option<&str> {
        self.texts.get(path).map(String::as_str)
    }

    /// The folders above a file, nearest first, that hold a `tsconfig.json` (or `jsconfig.json`).
    pub(super) fn around<'a>(&'a self, file: &'a str) -> impl Iterator<Item = String> + 'a {
        paths::ancestors(paths::parent(file))
            .map(|folder| paths::join(folder, "tsconfig.json"))
            .filter(|path| self.texts.contains_key(path))
    }
}

impl Draft {
    fn text(&self, path: &str) -> String {
        let mut fields = self.fields.clone();
        if !self.extends.is_empty() {
            // From the configuration's folder up to the root and down again.
            let up = "../".repeat(path.matches('/').count());
            let extends: Vec<Value> =
                self.extends.iter().map(|target| json!(format!("./{up}{target}"))).collect();
            fields.insert("extends".to_owned(), Value::Array(extends));
        }
        Value::Object(fields).to_string()
    }
}

fn draft(path: &str, value: &Value, packages: &Packages, exists: impl Fn(&str) -> bool) -> Draft {
    let folder = paths::parent(path);
    let mut fields = Map::new();
    let mut options = Map::new();
    if let Some(given) = value.get("compilerOptions") {
        for key in ["baseUrl", "outDir", "declarationDir"] {
            if let Some(text) = given.get(key).filter(|text| text.is_string()) {
                options.insert(key.to_owned(), text.clone());
            }
        }
        if let Some(flag) = given.get("allowJs").filter(|flag| flag.is_boolean()) {
            options.insert("allowJs".to_owned(), flag.clone());
        }
        if let Some(folders) = strings(given.get("rootDirs")) {
            options.insert("rootDirs".to_owned(), json!(folders));
        }
        if let Some(aliases) = given.get("paths").and_then(Value::as_object) {
            let aliases: Map<String, Value> = aliases
                .iter()
                .take(MAX_ENTRIES)
                .filter_map(|(key, targets)| Some((key.clone(), json!(strings(Some(targets))?))))
                .collect();
            options.insert("paths".to_owned(), Value::Object(aliases));
        }
    }
    fields.insert("compilerOptions".to_owned(), Value::Object(options));
    for key in ["files", "include", "exclude"] {
        if let Some(patterns) = strings(value.get(key)) {
            let patterns: Vec<String> = patterns.into_iter().filter(|text| is_pattern(text)).collect();
            fields.insert(key.to_owned(), json!(patterns));
        }
    }
    let references: Vec<Value> = value
        .get("references")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .take(MAX_ENTRIES)
        .filter_map(|reference| paths::resolve(folder, reference.get("path")?.as_str()?))
        .filter_map(|target| first_config(&target, &exists))
        .filter(|target| target != path)
        .map(|target| json!({ "path": format!("{}{target}", "../".repeat(path.matches('/').count())) }))
        .collect();
    if !references.is_empty() {
        fields.insert("references".to_owned(), Value::Array(references));
    }
    let extends = match value.get("extends") {
        Some(Value::String(one)) => vec![one.clone()],
        other => strings(other).unwrap_or_default(),
    };
    let extends = extends
        .iter()
        .filter_map(|specifier| extended(folder, specifier, packages, &exists))
        .filter(|target| target != path)
        .collect();
    Draft { fields, extends }
}

/// The configuration that `extends` names: by path, or by a package of the workspace.
fn extended(
    folder: &str,
    specifier: &str,
    packages: &Packages,
    exists: &impl Fn(&str) -> bool,
) -> Option<String> {
    if specifier.starts_with('.') {
        return first_config(&paths::resolve(folder, specifier)?, exists);
    }
    let (name, below) = split_specifier(specifier)?;
    let package = packages.find(folder, name)?;
    let below = if below.is_empty() { packages.tsconfig(package).unwrap_or("") } else { below };
    first_config(&paths::resolve(package, below)?, exists)
}

fn first_config(target: &str, exists: &impl Fn(&str) -> bool) -> Option<String> {
    [target.to_owned(), format!("{target}.json"), paths::join(target, "tsconfig.json")]
        .into_iter()
        .find(|path| exists(path))
}

fn strings(value: Option<&Value>) -> Option<Vec<String>> {
    let items = value?.as_array()?;
    Some(items.iter().take(MAX_ENTRIES).filter_map(Value::as_str).map(str::to_owned).collect())
}

/// TypeScript knows no braces in patterns; the resolver does, and would try every combination.
fn is_pattern(text: &str) -> bool {
    let plain = text.strip_prefix("${configDir}").unwrap_or(text);
    plain.len() <= MAX_PATTERN_BYTES
        && plain.matches('*').count() <= MAX_STARS
        && !plain.contains(['{', '[', '!'])
}

/// Follows `extends` from every configuration and takes out what would not end.
struct Chains<'a> {
    drafts: &'a BTreeMap<String, Draft>,
    /// `None` while the configuration is being followed, then the length of its longest chain.
    lengths: HashMap<&'a str, Option<usize>>,
    cuts: Vec<(&'a str, &'a str, &'static str)>,
}

impl<'a> Chains<'a> {
    /// Removes links; each is told with the configuration that it stood in.
    fn cut(drafts: &mut BTreeMap<String, Draft>) -> Vec<(String, &'static str)> {
        let mut chains = Chains { drafts, lengths: HashMap::new(), cuts: Vec::new() };
        for path in chains.drafts.keys() {
            chains.follow(path, 0);
        }
        let cuts: Vec<(String, String, &'static str)> = chains
            .cuts
            .into_iter()
            .map(|(path, target, why)| (path.to_owned(), target.to_owned(), why))
            .collect();
        for (path, target, _) in &cuts {
            if let Some(draft) = drafts.get_mut(path) {
                draft.extends.retain(|extended| extended != target);
            }
        }
        cuts.into_iter().map(|(path, _, why)| (path, why)).collect()
    }

    fn follow(&mut self, path: &'a str, depth: usize) -> usize {
        if let Some(Some(length)) = self.lengths.get(path) {
            return *length;
        }
        let Some(draft) = self.drafts.get(path) else { return 0 };
        self.lengths.insert(path, None);
        let mut longest = 0;
        for target in &draft.extends {
            if self.lengths.get(target.as_str()) == Some(&None) {
                self.cuts.push((path, target, "it extends itself in a circle"));
            } else if depth >= MAX_CHAIN_STEPS || self.follow(target, depth + 1) >= MAX_CHAIN_STEPS {
                self.cuts.push((path, target, "its chain of extends is too long"));
            } else {
                let below = self.lengths.get(target.as_str()).copied().flatten().unwrap_or(0);
                longest = longest.max(below + 1);
            }
        }
        self.lengths.insert(path, Some(longest));
        longest
    }
}
