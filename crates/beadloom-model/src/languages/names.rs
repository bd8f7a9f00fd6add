//! What languages differ in when a name is looked for.

use super::LanguageId;

/// Languages whose definitions see each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LanguageFamily {
    /// C and C++.
    C,
    /// TypeScript and JavaScript, and what is written in them.
    Ecma,
    /// Java, Kotlin, Scala.
    Jvm,
    /// A language on its own.
    Of(LanguageId),
    /// What is no language of the table.
    Other,
}

/// Files that see each other's top-level definitions without an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Package {
    /// None: every name is imported.
    File,
    /// Those of the same folder.
    Folder,
    /// Those of the same folder below a source root: `src/main/java/a/b` and `src/test/java/a/b`.
    SourceFolder,
    /// Those of the same target, in whatever folder below its own: `Sources/Billing`.
    Target,
}

/// What a file sees by the package that it declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeclaredPackages {
    /// Files declare none.
    None,
    /// Its own package, and others by their whole names.
    Whole,
    /// Its own package, and others by their whole names or by what these have after its own.
    BelowOwn,
    /// Its own package and those around it, and others by their whole names or by what these have after any of them.
    Around,
}

/// What an import says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Import {
    /// A module, and the names that are taken from it.
    Names(BareImport),
    /// A path whose last name is what is taken. The separators of the path.
    Path(&'static [char]),
}

/// What a module brings in when no name is taken from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BareImport {
    /// Nothing: it is only run.
    Nothing,
    /// Itself, under its whole dotted name.
    Dotted,
    /// Itself, under the last part of its path.
    LastPart,
    /// All that it defines.
    Contents,
    /// All that it defines, and what its own imports bring in.
    AllContents,
}

/// Where a name may be found that neither the file, its package nor its imports explain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GlobalLookup {
    /// Nowhere.
    No,
    /// Anywhere, if it is the name of a type or module.
    Types,
    /// Anywhere, if it is the whole name of a type or module.
    TopTypes,
    /// Anywhere.
    All,
    /// Anywhere, if it is a macro.
    Macros,
}

/// Where members of a type may stand besides the file that defines it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberScope {
    /// Nowhere.
    File,
    /// In the same folder.
    Folder,
    /// In the same folder, where each file may define a part of the type, and as [`MemberScope::Anywhere`].
    Parts,
    /// Anywhere that does not define a type of that name itself.
    Anywhere,
}

/// Members that files add to types of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extensions {
    /// None that a name says.
    None,
    /// Where the file sees them: imported, or of its package.
    Seen,
    /// Anywhere.
    Anywhere,
}

/// In which order a member is looked for in a type and in what it inherits from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ancestry {
    /// As the bases are written, each before its own; what two share comes after both.
    Written,
    /// By the C3 linearization.
    C3,
    /// What is prepended, the type itself, what it includes, the last first, then its superclass.
    Mixins,
    /// The type, the traits that it uses, its superclasses, then the interfaces of all.
    ClassesFirst,
    /// The type, then its bases, the last first; what two share comes after both.
    LastFirst,
    /// In each base alike: a member of two of them is either.
    Apart,
    /// In all that is embedded at the least depth: a member of two of them is either.
    Levels,
}

/// Languages of which a file sees the projects that its own one uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Projects {
    /// By the references of its project files.
    CSharp,
}

/// How names are looked for in a language.
#[derive(Debug)]
pub struct NameRules {
    /// Whose definitions count.
    pub family: LanguageFamily,
    /// Whose definitions need no import.
    pub package: Package,
    /// A file's package, or namespace, is what it declares; whatever is in it may be called by its whole name anywhere.
    pub declared_packages: DeclaredPackages,
    /// In which order a member is looked for.
    pub ancestry: Ancestry,
    /// What an import binds.
    pub import: Import,
    /// Where else a name may be found.
    pub open: GlobalLookup,
    /// Where members of a type may stand.
    pub members: MemberScope,
    /// Members that are added to types of others.
    pub extensions: Extensions,
    /// In a type's members, a bare name may be another member, also an inherited one.
    pub implicit_this: bool,
    /// A lambda may be given members of a value as bare names, which nothing in the file says.
    pub lends_members: bool,
    /// Modules are known by their full names everywhere.
    pub global_modules: bool,
    /// Wherever a type or module is named again, it is added to; what it holds is there by name inside it.
    pub open_types: bool,
    /// What is written with a capital is a constant: of what is around it, of what that inherits from, or at the top;
    /// the file that is called like it is loaded for it.
    pub autoloads: bool,
    /// Every value has a type that is written down or inferred from what is: a type that nobody in the project
    /// defines is no type of the project.
    pub typed: bool,
    /// A name that nothing in the file explains and that stands before a dot is the language's own.
    pub unknown_heads_are_outside: bool,
    /// Namespaces that hold a whole file are no part of its names: what stands before a name may be one of them,
    /// unless it is one of these, which are the language's own.
    pub hidden_namespaces: Option<&'static [&'static str]>,
    /// What is in projects that the file's own one does not use is not meant.
    pub projects: Option<Projects>,
    /// Paths that are written out lead where an import of them would, with this between the names.
    pub written_paths: Option<&'static str>,
    /// Members of the language's own types, parted by white space: a call of one of them on a value of unknown type may mean
    /// anything.
    pub builtin_members: &'static str,
    /// Types of the language that are written like values, parted by white space.
    pub builtin_types: &'static str,
}

impl NameRules {
    /// Of a language that has neither references that lead out of a file nor imports that bind names.
    pub const PLAIN: Self = Self {
        family: LanguageFamily::Other,
        package: Package::File,
        declared_packages: DeclaredPackages::None,
        ancestry: Ancestry::Written,
        import: Import::Names(BareImport::Nothing),
        open: GlobalLookup::No,
        members: MemberScope::File,
        extensions: Extensions::None,
        implicit_this: false,
        lends_members: false,
        global_modules: false,
        open_types: false,
        autoloads: false,
        typed: false,
        unknown_heads_are_outside: false,
        hidden_namespaces: None,
        projects: None,
        written_paths: None,
        builtin_members: "",
        builtin_types: "",
    };
}

impl Projects {
    /// Whether a file says what projects use.
    pub fn is_told_by(self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        match self {
            Self::CSharp => {
                path.ends_with(".csproj")
                    || matches!(name, "Directory.Build.props" | "Directory.Build.targets")
            }
        }
    }
}
