//! What manifests say: a unit's name, its description, and whether it is something that runs.

use std::collections::{BTreeMap, HashMap};

use super::kept::Kept;
use super::scan::{assigned, ini_value, quoted, xml_anywhere, xml_root_child};
use super::{FileFact, ProjectFacts, prose, words};

/// Folders with manifests (no `/` at the end, empty at the root) and the manifests in them.
pub(super) type ManifestFolders<'a> = BTreeMap<&'a str, Vec<&'a str>>;

/// What a folder's manifests say together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Manifest {
    /// As written, with its scope or group.
    pub(super) name: Option<String>,
    /// One sentence.
    pub(super) description: Option<String>,
    /// It has a binary, is deployed, or is an application.
    pub(super) runs: bool,
}

/// One kind of manifest: the file's name, and what it says if it makes its folder a unit.
struct Format {
    matches: fn(&str) -> bool,
    read: fn(&str) -> Option<Manifest>,
}

/// In order of trust where a folder has several: a Python or Rust project often has a package.json for its tools.
const FORMATS: &[Format] = &[
    Format { matches: |name| name == "pyproject.toml", read: read_pyproject },
    Format { matches: |name| name == "Cargo.toml", read: read_cargo },
    Format { matches: |name| name == "go.mod", read: read_go },
    Format { matches: |name| name == "pom.xml", read: read_maven },
    Format { matches: is_gradle, read: read_gradle },
    Format { matches: |name| name == "mix.exs", read: read_mix },
    Format { matches: |name| name == "composer.json", read: read_composer },
    Format { matches: is_dotnet, read: read_dotnet },
    Format { matches: |name| name.ends_with(".gemspec"), read: read_gemspec },
    Format { matches: |name| name == "setup.cfg", read: read_setup_cfg },
    Format { matches: |name| name == "setup.py", read: read_setup_py },
    Format { matches: |name| name == "Package.swift", read: read_swift },
    Format { matches: |name| name == "pubspec.yaml", read: read_pubspec },
    Format { matches: |name| name == "package.json", read: read_npm },
];

fn is_gradle(name: &str) -> bool {
    name == "build.gradle" || name == "build.gradle.kts"
}

fn is_dotnet(name: &str) -> bool {
    [".csproj", ".fsproj", ".vbproj"].iter().any(|extension| name.ends_with(extension))
}

/// Whether a file of this name may make its folder a unit.
pub(super) fn is_manifest(name: &str) -> bool {
    FORMATS.iter().any(|format| (format.matches)(name))
}

/// Whether the file at this path names the whole project without making a unit.
pub(super) fn names_project(path: &str) -> bool {
    matches!(path, "settings.gradle" | "settings.gradle.kts")
}

/// Whether a file of this name says that its folder is deployed.
fn is_deployment(name: &str) -> bool {
    matches!(
        name,
        "Dockerfile" | "Procfile" | "fly.toml" | "serverless.yml" | "serverless.yaml" | "wrangler.toml"
    )
}

/// Finds the folders with manifests, in any order of the files.
pub(super) fn folders(files: &[FileFact]) -> ManifestFolders<'_> {
    let mut found = ManifestFolders::new();
    for file in files {
        let name = words::file_name(&file.path);
        if is_manifest(name) || is_deployment(name) {
            found.entry(words::folder_of(&file.path)).or_default().push(&file.path);
        }
    }
    for paths in found.values_mut() {
        paths.sort_unstable();
    }
    found
}

/// Reads the manifests of folders with kept files. A folder without an entry is no unit: its manifest only
/// configures a tool, lists other units, or does not parse.
pub(super) fn read_all<'a>(
    facts: &ProjectFacts<'a>,
    found: &ManifestFolders<'a>,
    kept: &Kept<'a>,
) -> HashMap<&'a str, Manifest> {
    let script = script_majority(facts, kept);
    let mut read = HashMap::new();
    for (&folder, paths) in found {
        if kept.drops(folder) {
            continue;
        }
        let prefers_npm = script.get(folder).copied().unwrap_or(false);
        if let Some(manifest) = read_folder(facts, folder, paths, prefers_npm) {
            read.insert(folder, manifest);
        }
    }
    read
}

fn read_folder(facts: &ProjectFacts, folder: &str, paths: &[&str], prefers_npm: bool) -> Option<Manifest> {
    let mut ranked: Vec<(usize, &str)> = Vec::new();
    let mut deployed = false;
    for &path in paths {
        let name = words::file_name(path);
        deployed |= is_deployment(name);
        if let Some(rank) = FORMATS.iter().position(|format| (format.matches)(name)) {
            let first = prefers_npm && name == "package.json";
            ranked.push((if first { 0 } else { rank + 1 }, path));
        }
    }
    ranked.sort_unstable();
    let mut merged: Option<Manifest> = None;
    for (_, path) in ranked {
        let name = words::file_name(path);
        let Some(format) = FORMATS.iter().find(|format| (format.matches)(name)) else { continue };
        let Some(mut manifest) = (facts.read)(path).and_then(|text| (format.read)(&text)) else { continue };
        if is_dotnet(name) && manifest.name.is_none() {
            manifest.name = Some(words::stem(path).to_owned());
        }
        // The first speaks; another fills in what it leaves open.
        merged = Some(match merged {
            None => manifest,
            Some(first) => Manifest {
                name: first.name.or(manifest.name),
                description: first.description.or(manifest.description),
                runs: first.runs,
            },
        });
    }
    // What is deployed by itself is a unit, unless the folder only holds the sources of one.
    if merged.is_none() && deployed && (folder.is_empty() || !words::is_container(words::file_name(folder))) {
        merged = Some(Manifest::default());
    }
    if let Some(manifest) = &mut merged {
        manifest.runs |= deployed;
        if folder.is_empty() && manifest.name.is_none() {
            manifest.name = gradle_project(facts);
        }
    }
    merged
}

/// Which folders with manifests hold more JavaScript and TypeScript than anything else, counted for the root
/// and the folder directly.
fn script_majority<'a>(facts: &ProjectFacts<'a>, kept: &Kept<'a>) -> HashMap<&'a str, bool> {
    let mut counts: HashMap<&'a str, (u32, u32)> = HashMap::new();
    for &index in &kept.files {
        let Some(file) = facts.files.get(index as usize) else { continue };
        let script = matches!(
            words::extension(&file.path),
            "js" | "jsx" | "ts" | "tsx" | "mjs" | "cjs" | "mts" | "cts" | "vue" | "svelte" | "astro"
        );
        // Bounded: a folder deeper than this has no manifest whose choice depends on it.
        let mut folder = words::folder_of(&file.path);
        for _ in 0..16 {
            let (scripts, all) = counts.entry(folder).or_default();
            *scripts += u32::from(script);
            *all += 1;
            if folder.is_empty() {
                break;
            }
            folder = words::folder_of(folder);
        }
    }
    counts.into_iter().map(|(folder, (scripts, all))| (folder, scripts * 2 > all)).collect()
}

fn gradle_project(facts: &ProjectFacts) -> Option<String> {
    ["settings.gradle", "settings.gradle.kts"]
        .iter()
        .filter(|path| facts.files.iter().any(|file| file.path == **path))
        .find_map(|path| assigned(&(facts.read)(path)?, "rootProject.name").map(str::to_owned))
}

fn sentence(text: &str) -> Option<String> {
    prose::sentence(text)
}

fn read_npm(text: &str) -> Option<Manifest> {
    let json: serde_json::Value = serde_json::from_str(text).ok()?;
    let field = |key: &str| json.get(key);
    let name = field("name").and_then(|value| value.as_str()).map(str::to_owned);
    // `{"type": "module"}` in an output folder is no package.
    if name.is_none() && field("dependencies").is_none() && field("scripts").is_none() {
        return None;
    }
    let library = ["main", "module", "exports", "types"].iter().any(|key| field(key).is_some());
    let private = field("private").and_then(serde_json::Value::as_bool).unwrap_or(false);
    let started = field("scripts")
        .is_some_and(|scripts| ["start", "dev", "preview"].iter().any(|key| scripts.get(key).is_some()));
    let workspaces = field("workspaces").is_some();
    Some(Manifest {
        name,
        description: field("description").and_then(|value| value.as_str()).and_then(sentence),
        runs: field("bin").is_some_and(|bin| !bin.is_null())
            || (private && started && !library && !workspaces),
    })
}

fn read_composer(text: &str) -> Option<Manifest> {
    let json: serde_json::Value = serde_json::from_str(text).ok()?;
    let text_of = |key: &str| json.get(key).and_then(|value| value.as_str());
    Some(Manifest {
        name: text_of("name").map(str::to_owned),
        description: text_of("description").and_then(sentence),
        runs: json.get("bin").is_some() || text_of("type") == Some("project"),
    })
    .filter(|_| json.is_object())
}

fn read_pyproject(text: &str) -> Option<Manifest> {
    let toml: toml::Value = toml::from_str(text).ok()?;
    let project = toml.get("project");
    let poetry = toml.get("tool").and_then(|tool| tool.get("poetry"));
    if project.is_none() && poetry.is_none() && toml.get("build-system").is_none() {
        return None; // configures tools only
    }
    let text_of = |key: &str| {
        [project, poetry]
            .into_iter()
            .flatten()
            .find_map(|table| table.get(key).and_then(|value| value.as_str()))
    };
    Some(Manifest {
        name: text_of("name").map(str::to_owned),
        description: text_of("description").and_then(sentence),
        runs: [project, poetry]
            .into_iter()
            .flatten()
            .any(|table| table.get("scripts").is_some() || table.get("gui-scripts").is_some()),
    })
}

fn read_cargo(text: &str) -> Option<Manifest> {
    let toml: toml::Value = toml::from_str(text).ok()?;
    let package = toml.get("package")?; // a workspace alone is no unit
    let text_of = |key: &str| package.get(key).and_then(|value| value.as_str());
    Some(Manifest {
        name: text_of("name").map(str::to_owned),
        description: text_of("description").and_then(sentence),
        runs: toml.get("bin").is_some(),
    })
}

fn read_go(text: &str) -> Option<Manifest> {
    let module = text.lines().find_map(|line| line.trim().strip_prefix("module"))?;
    let module = module.split("//").next().unwrap_or("").trim();
    let module = quoted(module).unwrap_or(module);
    let mut segments = module.rsplit('/').filter(|segment| !segment.is_empty());
    let mut name = segments.next()?;
    if name.len() > 1 && name.starts_with('v') && name.chars().skip(1).all(|c| c.is_ascii_digit()) {
        name = segments.next().unwrap_or(name); // a major version
    }
    // gopkg.in writes the version behind a dot.
    let name = match name.rsplit_once(".v") {
        Some((bare, version)) if version.chars().all(|c| c.is_ascii_digit()) => bare,
        _ => name,
    };
    Some(Manifest { name: Some(name.to_owned()), ..Manifest::default() })
}

fn read_maven(text: &str) -> Option<Manifest> {
    Some(Manifest {
        name: xml_root_child(text, "artifactId").map(str::to_owned),
        description: xml_root_child(text, "description").and_then(sentence),
        runs: text.contains("spring-boot-maven-plugin")
            || text.contains("<mainClass>")
            || xml_root_child(text, "packaging") == Some("war"),
    })
    .filter(|_| text.contains("<project"))
}

#[expect(clippy::unnecessary_wraps, reason = "one signature for all formats")]
fn read_gradle(text: &str) -> Option<Manifest> {
    // Double and single quotes, with and without parentheses.
    let applies =
        |plugin: &str| text.contains(&format!("\"{plugin}\"")) || text.contains(&format!("'{plugin}'"));
    Some(Manifest {
        name: None,
        description: assigned(text, "description").and_then(sentence),
        runs: applies("application")
            || applies("com.android.application")
            || applies("org.springframework.boot")
            || text.lines().any(|line| line.trim() == "application"),
    })
}

fn read_mix(text: &str) -> Option<Manifest> {
    let app = text.lines().find_map(|line| {
        let rest = line.trim().strip_prefix("app:")?.trim().strip_prefix(':')?;
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        (!name.is_empty()).then_some(name)
    });
    Some(Manifest {
        name: app,
        description: assigned(text, "description").and_then(sentence),
        runs: text.contains("mod: {") || text.contains("escript:"),
    })
    .filter(|_| !text.contains("apps_path:"))
}

#[expect(clippy::unnecessary_wraps, reason = "one signature for all formats")]
fn read_dotnet(text: &str) -> Option<Manifest> {
    Some(Manifest {
        name: None, // the file's own name
        description: xml_anywhere(text, "Description").and_then(sentence),
        runs: xml_anywhere(text, "OutputType").is_some_and(|kind| kind.to_ascii_lowercase().ends_with("exe"))
            || text.contains("Microsoft.NET.Sdk.Web")
            || text.contains("Microsoft.NET.Sdk.Worker"),
    })
}

#[expect(clippy::unnecessary_wraps, reason = "one signature for all formats")]
fn read_gemspec(text: &str) -> Option<Manifest> {
    Some(Manifest {
        name: assigned(text, "name").map(str::to_owned),
        description: assigned(text, "summary").or_else(|| assigned(text, "description")).and_then(sentence),
        runs: text.contains(".executables"),
    })
}

fn read_setup_cfg(text: &str) -> Option<Manifest> {
    if !text.contains("[metadata]") {
        return None; // configures tools only
    }
    Some(Manifest {
        name: ini_value(text, "metadata", "name").map(str::to_owned),
        description: ini_value(text, "metadata", "description").and_then(sentence),
        runs: text.contains("console_scripts") || text.contains("gui_scripts"),
    })
}

fn read_setup_py(text: &str) -> Option<Manifest> {
    text.contains("setup(").then(|| Manifest {
        name: assigned(text, "name").map(str::to_owned),
        description: assigned(text, "description").and_then(sentence),
        runs: text.contains("console_scripts") || text.contains("gui_scripts"),
    })
}

fn read_swift(text: &str) -> Option<Manifest> {
    text.contains("Package(").then(|| Manifest {
        name: assigned(text, "name").map(str::to_owned),
        description: None,
        runs: text.contains(".executable"),
    })
}

fn read_pubspec(text: &str) -> Option<Manifest> {
    let top = |key: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix(key)?.strip_prefix(':'))
            .map(str::trim)
            .map(|value| value.trim_matches(['"', '\'']))
    };
    let name = top("name").filter(|name| !name.is_empty())?;
    Some(Manifest {
        name: Some(name.to_owned()),
        description: top("description").and_then(sentence),
        runs: false,
    })
}
