//! Files that may name a symbol and whose code is not read: templates of Astro, Angular and Django, and files of Objective-C.

use beadloom_lexical::GramQuery;
use beadloom_model::languages::LanguageFamily;
use beadloom_model::{LanguageId, Result, counted};
use beadloom_store::{Store, SymbolRow};

/// Files of one kind that may name a symbol.
#[derive(Clone, Copy)]
pub(crate) struct Unread {
    kind: &'static Kind,
    files: u64,
}

struct Kind {
    /// Of which languages they may name symbols.
    families: &'static [LanguageFamily],
    /// The folder in which these are defined; empty where any file may define them.
    folder: &'static str,
    /// How their names end.
    endings: &'static [&'static str],
    /// What one of them and several are called.
    names: (&'static str, &'static str),
    /// What of them is not read.
    why: &'static str,
}

const KINDS: &[Kind] = &[
    Kind {
        families: &[LanguageFamily::Ecma],
        folder: "",
        endings: &[".astro", ".component.html"],
        names: ("template of Astro or Angular", "templates of Astro or Angular"),
        why: "whose expressions are not read",
    },
    Kind {
        families: &[LanguageFamily::C, LanguageFamily::Of(LanguageId::Swift)],
        folder: "",
        endings: &[".m", ".mm"],
        names: ("file of Objective-C", "files of Objective-C"),
        why: "whose code is not read",
    },
    Kind {
        families: &[LanguageFamily::Of(LanguageId::Python)],
        folder: "templatetags",
        endings: &[".html", ".htm", ".txt", ".xml"],
        names: ("template of Django", "templates of Django"),
        why: "whose tags and filters are not read",
    },
];

impl Unread {
    /// `2 templates of Astro or Angular`
    pub(crate) fn counted(self) -> String {
        counted(self.files, self.kind.names.0, self.kind.names.1)
    }

    pub(crate) fn why(self) -> &'static str {
        self.kind.why
    }

    pub(crate) fn is_one(self) -> bool {
        self.files == 1
    }
}

/// The files that may name one of the symbols: their texts may hold the word. `None` where there is none.
pub(crate) fn unread_files(store: &Store, rows: &[SymbolRow]) -> Result<Option<Unread>> {
    let family = |row: &SymbolRow| LanguageId::of_path(&row.file_path).map(LanguageId::family);
    for kind in KINDS {
        let is_named = |row: &&SymbolRow| {
            let lies_there =
                kind.folder.is_empty() || row.file_path.split('/').any(|name| name == kind.folder);
            lies_there && family(row).is_some_and(|family| kind.families.contains(&family))
        };
        let named = rows.iter().filter(is_named);
        let words: Vec<GramQuery> = named.map(|row| GramQuery::of(row.symbol_name.as_bytes())).collect();
        if words.is_empty() || !store.has_path_ending(kind.endings)? {
            continue;
        }
        let known = store.text_files()?;
        let may_name = |path: &str, filter: Option<&[u8]>| {
            kind.endings.iter().any(|ending| path.ends_with(ending))
                && filter.is_none_or(|filter| words.iter().any(|word| word.may_fit(filter)))
        };
        let files = known.files.iter().filter(|file| may_name(&file.path, known.filter(file))).count();
        if files > 0 {
            return Ok(Some(Unread { kind, files: files as u64 }));
        }
    }
    Ok(None)
}
