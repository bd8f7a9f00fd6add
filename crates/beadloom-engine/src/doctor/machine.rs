//! What doctor finds in the index file and around the project: Git, versions, models, the system's limits.

use std::collections::HashSet;
use std::path::Path;

use beadloom_files::read_regular_text;
use beadloom_git::{LeftOut, Revisions};
use beadloom_model::answers::FindingLevel;
use beadloom_model::{Code, Result, VERSION, counted};
use beadloom_store::{CacheSize, GatewayStore, MAX_CACHED_BYTES, MemoryOwner, ParseCache, SCHEMA_VERSION};

use super::check::{CheckContext, Found};
use beadloom_local::places::{cache_folder, data_folder};
use beadloom_local::seals::{self, Lasts};

/// How many folders one process may watch on Linux, for all its users.
const WATCHES: &str = "/proc/sys/fs/inotify/max_user_watches";

pub(super) fn index(context: &CheckContext<'_>) -> Result<Vec<Found>> {
    Ok(context
        .damage
        .map(|damage| {
            Found::new(FindingLevel::Error, damage.message.clone())
                .at(".beadloom/beadloom.db", None)
                .hint("the index is a cache: `beadloom doctor --fix` rebuilds it")
        })
        .into_iter()
        .collect())
}

/// Derived files in a commit are a nuisance, not a fault.
pub(super) fn ignore(context: &CheckContext<'_>) -> Result<Vec<Found>> {
    if !context.root().join(".git").exists() {
        return Ok(vec![Found::new(FindingLevel::Ok, "the project's root is not a Git repository")]);
    }
    let missing = context.options.missing_ignore_lines.iter().map(|line| {
        Found::new(FindingLevel::Info, format!("the line {line} is missing"))
            .at(".gitignore", None)
            .hint("beadloom doctor --fix adds it")
    });
    let ignored = context.engine.ignored_graph(context.settings, context.call).map(|pattern| {
        Found::new(FindingLevel::Warn, format!("Git ignores the graph: {pattern}"))
            .hint("add the line !/.beadloom/ below that pattern, then commit .beadloom/: others need it too")
    });
    Ok(missing.chain(ignored).collect())
}

pub(super) fn mcp(context: &CheckContext<'_>) -> Result<Vec<Found>> {
    Ok(findings_of(context, "mcp"))
}

pub(super) fn agents(context: &CheckContext<'_>) -> Result<Vec<Found>> {
    Ok(findings_of(context, "agents"))
}

/// What whoever knows the files of agents' programs found in them.
fn findings_of(context: &CheckContext<'_>, check: &str) -> Vec<Found> {
    let level = |broken: bool| if broken { FindingLevel::Warn } else { FindingLevel::Info };
    let of_check = context.options.agents.0.iter().filter(|one| one.check == check);
    of_check
        .map(|one| {
            Found::new(level(one.broken), one.message.clone())
                .at(one.path.clone(), one.line)
                .hint(one.hint.clone())
        })
        .collect()
}

/// Tracked files that the work tree leaves out, of which no answer knows.
fn left_out(context: &CheckContext<'_>) -> Vec<Found> {
    let count = LeftOut::around(context.root(), context.call.cancelled).count_missing(context.root());
    if count == 0 {
        return Vec::new();
    }
    let files = counted(count as u64, "tracked file is", "tracked files are");
    vec![
        Found::new(
            FindingLevel::Info,
            format!("{files} not checked out (sparse checkout or skip-worktree): they count as neither changed nor deleted, and answers do not know them"),
        )
        .hint("`git sparse-checkout disable` checks all of them out"),
    ]
}

pub(super) fn git(context: &CheckContext<'_>) -> Result<Vec<Found>> {
    let revisions = Revisions { root: context.root(), cancelled: context.call.cancelled };
    let found = match revisions.commit("HEAD") {
        Ok(_) => return Ok(left_out(context)),
        Err(error) if error.code == Code::Cancelled => return Err(error),
        Err(error) if error.code == Code::BadRevision => {
            Found::new(FindingLevel::Info, "the repository has no commit yet")
                .hint("diff and tickets need one")
        }
        Err(error) => Found::new(FindingLevel::Info, error.message)
            .hint("diff, tickets and recent commits need a repository; everything else works without one"),
    };
    Ok(vec![found])
}

/// That an index of another version is made anew is the store's business: what is said here is what is in use.
pub(super) fn versions(_: &CheckContext<'_>) -> Result<Vec<Found>> {
    let message = format!("beadloom {VERSION}, index schema {SCHEMA_VERSION}");
    Ok(vec![Found::new(FindingLevel::Ok, message)])
}

pub(super) fn model(context: &CheckContext<'_>) -> Result<Vec<Found>> {
    let status = context.engine.model_status(context.call)?;
    Ok(match status.warning {
        Some(warning) => vec![
            Found::new(FindingLevel::Warn, warning)
                .hint(status.hint.unwrap_or_else(|| "beadloom model status says more".to_owned())),
        ],
        None => {
            let serving: Vec<&str> =
                status.models.iter().filter(|model| model.active).map(|model| model.name.as_str()).collect();
            let what = if serving.is_empty() { "words alone".to_owned() } else { serving.join(", ") };
            vec![Found::new(FindingLevel::Ok, format!("search uses {what}"))]
        }
    })
}

/// A runtime is needed only by a model that the settings name; where that does not serve, `model` says so.
pub(super) fn runtime(context: &CheckContext<'_>) -> Result<Vec<Found>> {
    let runtime = context.engine.model_status(context.call)?.runtime;
    let message = if runtime.available {
        format!("ONNX runtime {}", runtime.version.unwrap_or_default())
    } else {
        "no ONNX runtime, and none is needed for the bundled model".to_owned()
    };
    Ok(vec![Found::new(FindingLevel::Ok, message.trim_end().to_owned())])
}

/// Whether memories, and what the gateway learned, can be read with the keys that there are; and what to do where they cannot.
pub(super) fn memories(context: &CheckContext<'_>) -> Result<Vec<Found>> {
    let mut found = Vec::new();
    let home = context.engine.memory_home();
    if let Some(failure) = &home.failure {
        let path = failure.path.clone().unwrap_or_default();
        let hint = match failure.code {
            Code::MemoryForeign => format!(
                "{}; put the key back that they were made with, or run `beadloom memories adopt {path}` where you know who made \
                 them, or import a copy that `memories export` made; nothing is deleted",
                looked_for()
            ),
            _ => failure
                .hint
                .clone()
                .unwrap_or_else(|| "the file stays unchanged; restore a copy of it".to_owned()),
        };
        found.push(
            Found::new(FindingLevel::Error, format!("private memories cannot be read: {}", failure.message))
                .at(path, None)
                .hint(hint),
        );
    }
    let gateway = context.root().join(".beadloom/gateway.db");
    let owner = MemoryOwner { keys: seals::kept_keys(), trusts: seals::trusts() };
    if let Some(why) = GatewayStore::unfit(&gateway, owner) {
        found.push(
            Found::new(FindingLevel::Warn, format!("what the gateway learned cannot be read: {why}"))
                .at(".beadloom/gateway.db", None)
                .hint(format!(
                    "{}; put the key back before the gateway starts, which sets the file aside as .beadloom/gateway.db.foreign and \
                     begins anew",
                    looked_for()
                )),
        );
    }
    if seals::lasts() != Lasts::Always {
        let place = seals::file().map_or_else(|| "no file".to_owned(), |file| file.display().to_string());
        found.push(
            Found::new(
                FindingLevel::Warn,
                format!("no folder for data can be written, so the key lies in {place}"),
            )
            .hint("make the data folder writable, or set XDG_DATA_HOME: new memories are lost with that key"),
        );
    }
    if found.is_empty() {
        let count = home.memories.unwrap_or(0);
        let place = home.files.first().map_or_else(String::new, |file| format!(", in {}", file.display()));
        found.push(Found::new(
            FindingLevel::Ok,
            format!("{count} private {}{place}", if count == 1 { "memory" } else { "memories" }),
        ));
    }
    Ok(found)
}

/// Where keys are kept.
fn looked_for() -> String {
    let folders = [data_folder(), cache_folder()].into_iter().flatten();
    let files: Vec<String> = folders.map(|folder| folder.join(seals::FILE).display().to_string()).collect();
    format!("no key in {} opens them", files.join(" or "))
}

/// What is kept for other work trees, and where: it can be deleted at any time.
pub(super) fn cache(context: &CheckContext<'_>) -> Result<Vec<Found>> {
    let Some(folder) = cache_folder() else {
        let message = "no cache folder is available, so nothing is kept for other worktrees";
        return Ok(vec![Found::new(FindingLevel::Ok, message)]);
    };
    let CacheSize { entries, bytes } = ParseCache::size(&folder);
    let entries = counted(entries, "entry", "entries");
    let mut message = format!(
        "the parse cache holds {entries}, {} MB of at most {} MB, in {}",
        bytes.div_ceil(1 << 20),
        MAX_CACHED_BYTES >> 20,
        ParseCache::folder(&folder).display()
    );
    if !context.settings.config.cache.parse {
        message.push_str("; cache.parse is false, so this project is not kept there");
    }
    Ok(vec![Found::new(FindingLevel::Ok, message)])
}

pub(super) fn watch(context: &CheckContext<'_>) -> Result<Vec<Found>> {
    let Some(index) = context.index else { return Ok(Vec::new()) };
    let limit = read_regular_text(Path::new(WATCHES), 1 << 10)
        .ok()
        .and_then(|text| text.trim().parse::<usize>().ok());
    let Some(limit) = limit else { return Ok(Vec::new()) };
    let files = index.store.state().files()?;
    let mut folders: HashSet<&str> = HashSet::new();
    for file in &files {
        folders.extend(file.path.match_indices('/').filter_map(|(at, _)| file.path.get(..at)));
    }
    // Other programs watch, too: an editor takes as many.
    if folders.len().saturating_mul(2) <= limit {
        return Ok(Vec::new());
    }
    let message =
        format!("the project has {} folders, and the system lets a user watch {limit}", folders.len());
    Ok(vec![
        Found::new(FindingLevel::Warn, message)
            .hint("raise fs.inotify.max_user_watches, for example to 524288"),
    ])
}
