//! The formats of manifests, and what each states plainly.

use super::manifests::Manifest;
use super::prose;
use super::scan::{assigned, ini_value, quoted, xml_anywhere, xml_root_child};
use super::tree::bare_name;

/// One kind of manifest: the file's name, and what it says if it makes its folder a unit.
pub(super) struct Format {
    pub(super) matches: fn(&str) -> bool,
    pub(super) read: fn(&str) -> Option<Manifest>,
}

/// In order of trust where a folder has several: a Python or Rust project often has a package.json for its tools.
pub(super) const FORMATS: &[Format] = &[
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
    Format { matches: |name| name == "project.json", read: read_nx },
    Format { matches: |name| name == "build.zig", read: read_zig },
    Format {
        matches: |name| matches!(name, "MODULE.bazel" | "WORKSPACE" | "WORKSPACE.bazel"),
        read: read_bazel,
    },
];

fn is_gradle(name: &str) -> bool {
    name == "build.gradle" || name == "build.gradle.kts"
}

/// Whether a file of this name is a .NET project, which is named by its file.
pub(super) fn is_dotnet(name: &str) -> bool {
    [".csproj", ".fsproj", ".vbproj"].iter().any(|extension| name.ends_with(extension))
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
    // Applications often keep the `main` that `npm init` wrote.
    let library = ["module", "exports", "types", "typings"].iter().any(|key| field(key).is_some());
    let private = field("private").and_then(serde_json::Value::as_bool).unwrap_or(false);
    let started = field("scripts")
        .is_some_and(|scripts| ["start", "dev", "preview"].iter().any(|key| scripts.get(key).is_some()));
    let workspaces = field("workspaces").is_some();
    let bare = bare_name(name.as_deref().unwrap_or("")).to_owned();
    let command = match field("bin") {
        Some(serde_json::Value::String(_)) => true,
        // A library may bring a command for its own upkeep; one of its own name is what it is for.
        Some(serde_json::Value::Object(commands)) => {
            commands.contains_key(&bare) || (!library && field("main").is_none() && !commands.is_empty())
        }
        _ => false,
    };
    Some(Manifest {
        name,
        description: field("description").and_then(|value| value.as_str()).and_then(sentence),
        runs: command || (private && started && !library && !workspaces),
        library: library && !command,
    })
}

/// A project of an Nx workspace; other tools have a `project.json` too.
fn read_nx(text: &str) -> Option<Manifest> {
    let json: serde_json::Value = serde_json::from_str(text).ok()?;
    let kind = json.get("projectType").and_then(|value| value.as_str());
    if kind.is_none() && json.get("sourceRoot").is_none() && json.get("targets").is_none() {
        return None;
    }
    Some(Manifest {
        name: json.get("name").and_then(|value| value.as_str()).map(str::to_owned),
        description: None,
        runs: kind == Some("application"),
        library: kind == Some("library"),
    })
}

/// A build file is a program: only what it plainly makes is known.
fn read_zig(text: &str) -> Option<Manifest> {
    let runs = text.contains("addExecutable(");
    Some(Manifest {
        name: assigned(text, "name").map(str::to_owned),
        runs,
        library: !runs && (text.contains("addLibrary(") || text.contains("addModule(")),
        ..Manifest::default()
    })
}

/// The root of a Bazel module. Its packages are folders like others: nearly every one has a build file.
fn read_bazel(text: &str) -> Option<Manifest> {
    let call = ["module(", "workspace("].iter().find_map(|call| {
        let at = text.lines().find(|line| line.starts_with(call))?;
        text.get(text.find(at)?..)
    })?;
    Some(Manifest { name: assigned(call, "name").map(str::to_owned), ..Manifest::default() })
}

fn read_composer(text: &str) -> Option<Manifest> {
    let json: serde_json::Value = serde_json::from_str(text).ok()?;
    let text_of = |key: &str| json.get(key).and_then(|value| value.as_str());
    Some(Manifest {
        name: text_of("name").map(str::to_owned),
        description: text_of("description").and_then(sentence),
        runs: json.get("bin").is_some() || text_of("type") == Some("project"),
        ..Manifest::default()
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
        name: text_of("name").map(str::to_lowercase), // Python's package names know no case
        description: text_of("description").and_then(sentence),
        runs: [project, poetry]
            .into_iter()
            .flatten()
            .any(|table| table.get("scripts").is_some() || table.get("gui-scripts").is_some()),
        ..Manifest::default()
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
        ..Manifest::default()
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
        ..Manifest::default()
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
            || text.lines().any(is_android_application)
            || applies("org.springframework.boot")
            || text.lines().any(|line| line.trim() == "application"),
        ..Manifest::default()
    })
}

/// Whether a line applies `id("com.android.application")`, or a convention plugin or catalog entry called after it; not
/// where it is only made known to the modules, or registered.
fn is_android_application(line: &str) -> bool {
    let line = line.trim_start();
    let applies =
        ["alias(", "apply plugin", "id(", "id \"", "id '"].iter().any(|start| line.starts_with(start));
    applies && line.contains("android.application") && !line.contains("apply false")
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
        ..Manifest::default()
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
        ..Manifest::default()
    })
}

#[expect(clippy::unnecessary_wraps, reason = "one signature for all formats")]
fn read_gemspec(text: &str) -> Option<Manifest> {
    Some(Manifest {
        name: assigned(text, "name").map(str::to_owned),
        description: assigned(text, "summary").or_else(|| assigned(text, "description")).and_then(sentence),
        runs: text.contains(".executables"),
        ..Manifest::default()
    })
}

fn read_setup_cfg(text: &str) -> Option<Manifest> {
    if !text.contains("[metadata]") {
        return None; // configures tools only
    }
    Some(Manifest {
        name: ini_value(text, "metadata", "name").map(str::to_lowercase),
        description: ini_value(text, "metadata", "description").and_then(sentence),
        runs: text.contains("console_scripts") || text.contains("gui_scripts"),
        ..Manifest::default()
    })
}

fn read_setup_py(text: &str) -> Option<Manifest> {
    text.contains("setup(").then(|| Manifest {
        name: assigned(text, "name").map(str::to_lowercase),
        description: assigned(text, "description").and_then(sentence),
        runs: text.contains("console_scripts") || text.contains("gui_scripts"),
        ..Manifest::default()
    })
}

fn read_swift(text: &str) -> Option<Manifest> {
    text.contains("Package(").then(|| Manifest {
        name: assigned(text, "name").map(str::to_owned),
        description: None,
        runs: text.contains(".executable"),
        ..Manifest::default()
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
        ..Manifest::default()
    })
}
