//! What the project is called.

use std::path::Path;

use beadloom_graph::Config;

use crate::source::read_input;

/// The name: `repo` of the settings, else the last part of the Git remote, else the folder's. It does not depend
/// on where a clone lies unless there is nothing else to go by.
pub fn project_name(root: &Path, config: &Config) -> String {
    if let Some(name) = &config.repo {
        return name.clone();
    }
    read_input(root, ".git/config").as_deref().and_then(remote_name).unwrap_or_else(|| {
        root.canonicalize()
            .ok()
            .and_then(|path| path.file_name().and_then(|name| name.to_str()).map(str::to_owned))
            .unwrap_or_else(|| "project".to_owned())
    })
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
