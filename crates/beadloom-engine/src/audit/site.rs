//! Which documents a builder of sites makes pages of: there links lead to pages as they will be, not to files as they are.

use super::project::Project;

/// A builder, as far as links differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Builder {
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

/// The builder of the nearest folder above a document that has one.
pub(super) fn builder_of(project: &Project<'_>, document: &str) -> Option<Builder> {
    let mut folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut is_below = false;
    loop {
        let in_folder = |name: &str| match folder {
            "" => project.is_listed(name),
            folder => project.is_listed(&format!("{folder}/{name}")),
        };
        let sign = SIGNS.iter().find(|sign| (is_below || !sign.below) && in_folder(sign.name));
        if sign.is_some() || folder.is_empty() {
            return sign.map(|sign| sign.builder);
        }
        folder = folder.rsplit_once('/').map_or("", |(above, _)| above);
        is_below = true;
    }
}
