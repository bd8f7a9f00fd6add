//! What doctor finds in the lock and in Git hooks.

use beadloom_graph::config::HookMode;
use beadloom_model::answers::FindingLevel;
use beadloom_model::{Code, Result, counted};
use beadloom_sync::LOCK_PATH;

use super::check::{CheckContext, Found};
use crate::sync::{duplicates, unpaired, vanished};

/// Lines of the lock that nothing is behind any more. Which documents are stale `sync-check` says.
pub(super) fn lock(context: &CheckContext<'_>) -> Result<Vec<Found>> {
    let Some(index) = context.index else { return Ok(Vec::new()) };
    let broken: Vec<Found> = index
        .diagnostics
        .iter()
        .filter(|finding| finding.code == Code::BadLock)
        .map(|finding| {
            let hint = finding.hint.clone().unwrap_or_default();
            Found::new(FindingLevel::Error, finding.message.clone()).at(LOCK_PATH, finding.line).hint(hint)
        })
        .collect();
    if !broken.is_empty() {
        return Ok(broken);
    }
    let mut found = Vec::new();
    let of_nothing = vanished(&index.store.state())?.len();
    if of_nothing > 0 {
        found.push(
            Found::new(
                FindingLevel::Warn,
                format!("{} of pairs whose files were deleted, which count as stale", lines(of_nothing)),
            )
            .at(LOCK_PATH, None)
            .hint("beadloom doctor --fix takes them out"),
        );
    }
    let unpaired = unpaired(&index.store.state())?.len();
    if unpaired > 0 {
        found.push(
            Found::new(
                FindingLevel::Warn,
                format!("{} of pairs that no longer exist; their documents count as stale", lines(unpaired)),
            )
            .at(LOCK_PATH, None)
            .hint("beadloom sync-check names them, and sync-update of the node takes them out"),
        );
    }
    let twice = duplicates(context.root());
    if twice > 0 {
        found.push(
            Found::new(
                FindingLevel::Info,
                format!("{} duplicate another line of the same pair, as after a merge", lines(twice)),
            )
            .at(LOCK_PATH, None)
            .hint("the one that equals the code counts, and the next sync-update of the node keeps one"),
        );
    }
    Ok(found)
}

fn lines(count: usize) -> String {
    counted(count as u64, "line", "lines")
}

pub(super) fn hooks(context: &CheckContext<'_>) -> Result<Vec<Found>> {
    let mode = context.settings.config.sync.hook_mode;
    let found = context.options.hooks.0.iter().map(|hook| match hook.state.as_str() {
        "outdated" => Found::new(
            FindingLevel::Warn,
            format!("the block in the {} hook is of another version", hook.hook),
        )
        .at(&hook.path, None)
        .hint("beadloom doctor --fix puts this version's there"),
        "gone" => Found::new(
            FindingLevel::Warn,
            format!("the beadloom that the {} hook calls is not on this machine", hook.hook),
        )
        .at(&hook.path, None)
        .hint("beadloom doctor --fix names this one; so does beadloom install-hooks"),
        "outside" => Found::new(
            FindingLevel::Warn,
            format!("the block in the {} hook, which is outside the repository, calls a missing command or has another version", hook.hook),
        )
        .at(&hook.path, None)
        .hint("beadloom install-hooks --allow-outside puts this version's there"),
        "not_executable" => Found::new(
            FindingLevel::Warn,
            format!("Git passes the {} hook over: it may not be run", hook.hook),
        )
        .at(&hook.path, None)
        .hint("beadloom doctor --fix makes it executable"),
        "unused" => Found::new(
            FindingLevel::Warn,
            format!("the {} hook never runs: Git does not look for hooks there", hook.hook),
        )
        .at(&hook.path, None)
        .hint("beadloom install-hooks puts the block where Git looks (core.hooksPath); with lefthook, run `lefthook install`"),
        _ => {
            let does = match mode {
                HookMode::Warn => "warns of stale documents",
                HookMode::Block => "stops at stale documents",
                HookMode::Off => "does nothing",
            };
            let message = format!("the {} hook {does} (sync.hook_mode: {})", hook.hook, mode.as_str());
            Found::new(FindingLevel::Ok, message).at(&hook.path, None)
        }
    });
    Ok(found.collect())
}
