//! Finds the name of the project.

use std::path::Path;

use beadloom_git::Repository;
use beadloom_graph::Config;

use crate::source::read_input;

/// The name: `repo` of the settings, else the last part of the Git remote, else the folder's. It does not depend
/// on where a clone lies unless there is nothing else to go by; a linked work tree is called like its main one.
pub fn project_name(root: &Path, config: &Config) -> String {
    if let Some(name) = &config.repo {
        return name.clone();
    }
    // The top of a work tree is the project; a folder in it has a name of its own.
    let repository = Repository::around(root).ok().filter(|repository| repository.folder == repository.top);
    let remote = repository
        .as_ref()
        .and_then(|repository| read_input(&repository.common_dir, "config"))
        .as_deref()
        .and_then(remote_name);
    remote
        .or_else(|| {
            let main = repository.filter(|repository| repository.git_dir != repository.common_dir)?;
            // `shop/.git` and `shop.git`.
            match main.common_dir.file_name()?.to_str()? {
                ".git" => folder_name(main.common_dir.parent()?),
                bare => Some(bare.strip_suffix(".git").unwrap_or(bare).to_owned()),
            }
        })
        .or_else(|| folder_name(&root.canonicalize().ok()?))
        .unwrap_or_else(|| "project".to_owned())
}

fn folder_name(folder: &Path) -> Option<String> {
    folder.file_name()?.to_str().map(str::to_owned)
}

/// Last part of the first remote's address, `origin` before others.
fn remote_name(config: &str) -> Option<String> {
    let mut remote: Option<&str> = None;
    let mut found: Option<String> = None;
    for line in config.lines().map(str::trim) {
        if line.starts_with('[') {
            remote = line.strip_prefix("[remote \"").and_then(|rest| rest.strip_suffix("\"]"));
        } else if let Some(remote) = remote
            && (found.is_none() || remote == "origin")
            && let Some((key, url)) = line.split_once('=')
            && key.trim() == "url"
        {
            let last = url.trim().trim_end_matches('/').rsplit(['/', ':']).next().unwrap_or("");
            let name = last.strip_suffix(".git").unwrap_or(last);
            if !name.is_empty() {
                found = Some(name.to_owned());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::remote_name;

    #[test]
    fn the_remote_names_the_project() {
        let cases = [
            ("[remote \"origin\"]\n\turl = https://example.org/acme/shop.git\n", Some("shop")),
            (
                "[remote \"up\"]\nurl = git@example.org:acme/base.git\n[remote \"origin\"]\nurl=/srv/mine/\n",
                Some("mine"),
            ),
            ("[core]\n\tbare = false\n", None),
        ];
        for (config, name) in cases {
            assert_eq!(remote_name(config).as_deref(), name, "{config}");
        }
    }
}
