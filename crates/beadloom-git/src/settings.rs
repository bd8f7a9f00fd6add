//! What Git is told so that it runs nothing: settings that override those of the repository, and an environment of our own.
//!
//! Settings whose names the repository chooses (`filter.NAME.clean`, `diff.NAME.command`, `merge.NAME.driver`,
//! `remote.NAME.uploadpack` and the like) cannot be listed. They are out of reach because no question makes Git look into a
//! file of the work tree or into a submodule, write a file, or speak with anybody.

use std::path::Path;
use std::process::Command;

/// An empty value is no program to any version of Git; `false` would be one to old ones.
const SETTINGS: &[&str] = &[
    // Programs.
    "core.fsmonitor=",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "core.editor=false",
    "core.askPass=",
    "core.sshCommand=false",
    "core.gitProxy=",
    "core.alternateRefsCommand=false",
    "sequence.editor=false",
    "credential.helper=",
    "diff.external=",
    "interactive.diffFilter=",
    "uploadpack.packObjectsHook=false",
    "gpg.program=false",
    "gpg.openpgp.program=false",
    "gpg.x509.program=false",
    "gpg.ssh.program=false",
    "gpg.ssh.defaultKeyCommand=false",
    "log.showSignature=false",
    // What a repository starts by itself.
    "gc.auto=0",
    "maintenance.auto=false",
    "protocol.allow=never",
    "submodule.recurse=false",
    // A folder that looks like a repository is none without being named as one.
    "safe.bareRepository=explicit",
    // What would be printed otherwise.
    "core.quotePath=false",
    "diff.noprefix=false",
    "diff.mnemonicPrefix=false",
    "diff.srcPrefix=a/",
    "diff.dstPrefix=b/",
    "diff.relative=false",
    "diff.renames=true",
    "diff.orderFile=/dev/null",
    "diff.ignoreSubmodules=all",
    "diff.submodule=short",
    "diff.interHunkContext=0",
    "diff.suppressBlankEmpty=false",
    "i18n.logOutputEncoding=UTF-8",
    "log.follow=false",
    "log.mailmap=false",
    "log.showRoot=true",
    "color.ui=false",
];

/// Of Git's variables those with which a person says where their own settings lie. All others go: they name programs
/// (`GIT_SSH`, `GIT_EXTERNAL_DIFF`), files to write (`GIT_TRACE`), or another repository than the one that was found.
const KEPT: &[&str] = &["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"];

/// How many settings of the environment are looked at.
const PAIRS: usize = 64;

/// Overrides what a repository sets. `with_hooks`: but where its hooks are, which is then what is asked.
pub(crate) fn settle(command: &mut Command, with_hooks: bool) {
    for setting in SETTINGS {
        if !(with_hooks && setting.starts_with("core.hooksPath=")) {
            command.args(["-c", setting]);
        }
    }
    for folder in safe_folders() {
        command.args(["-c", &format!("safe.directory={folder}")]);
    }
}

/// An environment in which Git looks at the repository of that top and at no other, waits for nobody and fetches nothing.
pub(crate) fn surround(command: &mut Command, top: &Path) {
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy().to_ascii_uppercase();
        if text.starts_with("GIT_") && !KEPT.contains(&text.as_str()) {
            command.env_remove(name);
        }
    }
    // Against `core.worktree`. (A `GIT_DIR` would have Git trust a folder that belongs to somebody else.)
    command.env("GIT_WORK_TREE", top);
    if let Some(above) = top.parent() {
        command.env("GIT_CEILING_DIRECTORIES", above);
    }
    command
        // No lock is taken for the sake of a look, nothing is asked.
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        // What a partial clone lacks is not fetched; older versions know only the second of these.
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_ALLOW_PROTOCOL", "none")
        .env("LC_ALL", "C");
}

/// The folders that a person told Git by its environment to trust whoever they belong to, as containers do; nothing else that
/// is set there is taken over.
fn safe_folders() -> Vec<String> {
    let count = std::env::var("GIT_CONFIG_COUNT").ok().and_then(|count| count.parse::<usize>().ok());
    (0..count.unwrap_or(0).min(PAIRS))
        .filter(|at| {
            std::env::var(format!("GIT_CONFIG_KEY_{at}"))
                .is_ok_and(|key| key.eq_ignore_ascii_case("safe.directory"))
        })
        .filter_map(|at| std::env::var(format!("GIT_CONFIG_VALUE_{at}")).ok())
        .collect()
}
