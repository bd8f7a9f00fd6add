//! The entry of a language.

use super::names::NameRules;
use super::syntax::Syntax;

/// What holds of a language. An entry states what differs from [`LanguageFacts::PLAIN`].
#[derive(Debug)]
pub struct LanguageFacts {
    /// Stable, lower case: `python`. Stands in the index.
    pub id: &'static str,
    /// As people write it: `Python`.
    pub name: &'static str,
    /// File name endings without the dot, lower case.
    pub extensions: &'static [&'static str],
    /// Whole file names that need no extension.
    pub file_names: &'static [&'static str],
    /// Names of files that are run, whatever is in them.
    pub entry_files: &'static [&'static str],
    /// How it writes comments and strings.
    pub syntax: Syntax,
    /// How projects arrange its files.
    pub layout: Layout,
    /// How its names are looked for.
    pub names: NameRules,
}

/// How much the files of a language say about the parts of a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// They are the code.
    Code,
    /// They mostly serve other code, and count where a project has nothing else.
    Auxiliary,
    /// Nothing.
    None,
}

/// How projects arrange the files of a language.
#[derive(Debug)]
pub struct Layout {
    /// How much its files say about the parts of a project.
    pub weight: Weight,
    /// Endings that are the language's and do not count so: descriptions of builds, pieces to include.
    pub uncounted: &'static [&'static str],
    /// It has one class a file, so that a file alone says too little to be a part.
    pub class_per_file: bool,
    /// Its imports name packages as a whole, and none of their files.
    pub imports_packages: bool,
    /// The folder of its sources in a source set: `java` in `src/main/java`.
    pub source_folder: Option<&'static str>,
    /// Programs that run a file of the language that is named to them.
    pub interpreters: &'static [&'static str],
    /// Endings of files that are run by their names.
    pub scripts: &'static [&'static str],
}

impl LanguageFacts {
    /// A language of which nothing is known but what is code.
    pub const PLAIN: Self = Self {
        id: "",
        name: "",
        extensions: &[],
        file_names: &[],
        entry_files: &[],
        syntax: Syntax::PLAIN,
        layout: Layout::PLAIN,
        names: NameRules::PLAIN,
    };

    /// The endings that count for the parts of a project.
    pub fn counted_extensions(&self) -> impl Iterator<Item = &'static str> {
        let uncounted = self.layout.uncounted;
        self.extensions.iter().copied().filter(move |extension| !uncounted.contains(extension))
    }
}

impl Layout {
    /// Code in files of any number of definitions.
    pub const PLAIN: Self = Self {
        weight: Weight::Code,
        uncounted: &[],
        class_per_file: false,
        imports_packages: false,
        source_folder: None,
        interpreters: &[],
        scripts: &[],
    };
}
