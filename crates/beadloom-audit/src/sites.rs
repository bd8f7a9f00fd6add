//! Which documents a builder of sites makes pages of: there links lead to pages as they will be, not to files as they are, and a
//! draft would be published.

use std::collections::BTreeSet;

/// A builder, as far as links differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Builder {
    /// Links may name labels and symbols of any page.
    Sphinx,
    Another,
}

/// The file or folder that a builder's pages lie beside or, where `below` is set, in a folder beside it.
struct Sign {
    name: &'static str,
    below: bool,
    builder: Builder,
}

const SIGNS: &[Sign] = &[
    Sign { name: "conf.py", below: false, builder: Builder::Sphinx },
    Sign { name: "source/conf.py", below: true, builder: Builder::Sphinx },
    Sign { name: "mkdocs.yml", below: true, builder: Builder::Another },
    Sign { name: "mkdocs.yaml", below: true, builder: Builder::Another },
    Sign { name: "book.toml", below: true, builder: Builder::Another },
    Sign { name: "antora.yml", below: true, builder: Builder::Another },
    Sign { name: "docusaurus.config.js", below: true, builder: Builder::Another },
    Sign { name: "docusaurus.config.ts", below: true, builder: Builder::Another },
    Sign { name: "docusaurus.config.mjs", below: true, builder: Builder::Another },
    Sign { name: "astro.config.mjs", below: true, builder: Builder::Another },
    Sign { name: "astro.config.ts", below: true, builder: Builder::Another },
    Sign { name: "hugo.toml", below: true, builder: Builder::Another },
    Sign { name: "hugo.yaml", below: true, builder: Builder::Another },
    Sign { name: ".vitepress", below: false, builder: Builder::Another },
    Sign { name: "_config.yml", below: false, builder: Builder::Another },
];

/// The builder of the nearest folder above a document that has one, and the file or folder that says so. `is_listed`: whether
/// the project has a file or folder.
pub(crate) fn builder_of(is_listed: &dyn Fn(&str) -> bool, document: &str) -> Option<(Builder, String)> {
    let mut folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut is_below = false;
    loop {
        let place = |name: &str| match folder {
            "" => name.to_owned(),
            folder => format!("{folder}/{name}"),
        };
        let sign = SIGNS.iter().find(|sign| (is_below || !sign.below) && is_listed(&place(sign.name)));
        if sign.is_some() || folder.is_empty() {
            return sign.map(|sign| (sign.builder, place(sign.name)));
        }
        folder = folder.rsplit_once('/').map_or("", |(above, _)| above);
        is_below = true;
    }
}

/// The file or folder that says that a document of this path would be published; `paths` are the project's files.
pub fn publisher_of(paths: &BTreeSet<&str>, document: &str) -> Option<String> {
    let is_listed = |path: &str| {
        let folder = format!("{path}/");
        paths.contains(path)
            || paths.range(folder.as_str()..).next().is_some_and(|next| next.starts_with(&folder))
    };
    builder_of(&is_listed, document).map(|(_, sign)| sign)
}
