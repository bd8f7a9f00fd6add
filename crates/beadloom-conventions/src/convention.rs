//! What a line of the table can say.

use beadloom_model::LanguageId;

/// Stands for the type that the name of a class says, in the owners of fields.
pub(crate) const OWN_TYPE: &str = "*";

/// A line of the table.
#[derive(Debug, Clone, Copy)]
pub struct Convention {
    /// As people call it.
    pub framework: &'static str,
    /// The convention holds where a file of the project imports one of these, or something below it; of an empty list always.
    pub imports: &'static [&'static str],
    /// Which files are read.
    pub files: Files,
    /// What is read of them.
    pub rule: Rule,
}

/// Which files a convention is read in.
#[derive(Debug, Clone, Copy)]
pub enum Files {
    /// Code of these languages.
    Code(&'static [LanguageId]),
    /// Modules of settings in Python.
    Settings,
    /// Other text with these endings.
    Text(&'static [&'static str]),
}

/// What names are given to. Names of different things never meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thing {
    /// A route, by its name.
    Route,
    /// The address of a route, as a test or client writes it.
    Url,
    /// An action of the controller that a test is about.
    Action,
    /// An action of a mailer: the name of the class, and the action.
    Mail,
    /// An action of a controller that a page of ASP.NET leads to.
    Endpoint,
    /// A handler of the page of ASP.NET that names it.
    PageHandler,
    /// A view component of ASP.NET.
    Component,
    /// A Razor page, by its address.
    Page,
    /// The list of what a framework sends for a class, with no name of its own.
    Sent,
    /// A command of the console, by its name.
    Command,
    /// A template.
    Template,
    /// A library of tags that templates load.
    TagLibrary,
    /// A command of `manage.py`, by the name of its file.
    ManagementCommand,
    /// A component of Blade, by its name in templates.
    BladeComponent,
    /// The layout that a controller of Ruby shows its pages in.
    Layout,
    /// A module of methods for views in Ruby, by its path.
    HelperModule,
    /// A method of such a module, as a view calls it.
    ViewHelper,
    /// What makes the model of a name for tests, by the name of the model.
    Factory,
    /// The same in Ruby, where each has a name of its own.
    NamedFactory,
    /// What a policy decides, by the name of its method; more says about what.
    Ability,
    /// What stands before a route, by its alias.
    Middleware,
    /// What a container has under a name.
    Binding,
    /// A definition of Python, by the dotted name that code imports it by when it runs.
    Dotted,
    /// What a template shows by the partial of its kind: a variable is called like its kind, mostly.
    Object,
    /// A root field of a GraphQL schema: `query.orders`.
    Field,
    /// A type or value that is sent; whoever handles it runs.
    Message,
    /// A class, by whose events a function runs.
    Sender,
    /// A signal that is a value, by its name.
    Signal,
    /// Where a signal is made.
    SignalDefinition,
}

/// What a convention reads. In patterns the first group is the name; a second one says more: of a message the function that handles it, of
/// a field the class that does.
#[derive(Debug, Clone, Copy)]
pub enum Rule {
    /// A method handles the type of its first parameter: in a type that inherits from one of `bases`, where it or its type has one
    /// of `annotations` (whose arguments are messages too), or in a type whose name ends in one of `suffixes`, or in a file in one of
    /// `folders`. It is called like one of `methods`; an empty list stands for any method.
    Takes {
        /// Short names.
        bases: &'static [&'static str],
        /// Short names.
        annotations: &'static [&'static str],
        /// Ends of names of types.
        suffixes: &'static [&'static str],
        /// Names of folders on the way of the file.
        folders: &'static [&'static str],
        /// Short names.
        methods: &'static [&'static str],
    },
    /// A method of one of these names handles the type that it belongs to, where that inherits from or mixes in one of `bases`.
    IsRun {
        /// Short names.
        bases: &'static [&'static str],
        /// Short names.
        methods: &'static [&'static str],
    },
    /// A definition that calls one of these sends the messages that it names.
    Sends(&'static [&'static str]),
    /// The pattern uses a name.
    Uses(Thing, &'static str),
    /// The pattern gives a name; what stands on its lines has it.
    Gives(Thing, &'static str),
    /// A method resolves the field of its name in a type whose name ends so, which is of that root; after one of `prefixes`. With
    /// `annotations`, one of them stands before it.
    Resolves {
        /// Ends of names of types, and the root.
        owners: &'static [(&'static str, &'static str)],
        /// Short names of bases, and the root; the type is called as it likes.
        interfaces: &'static [(&'static str, &'static str)],
        /// Starts of the method's name; an empty list: none is needed.
        prefixes: &'static [&'static str],
        /// Text before the name.
        annotations: &'static [&'static str],
    },
    /// An object of resolvers: `Query: { orders() {} }`.
    ResolverMap,
    /// The fields that operations select at their top.
    Operations,
    /// Files that a name leads to, and the folder that they lie in; `{}` is the name.
    Templates(Thing, &'static str),
    /// Each text in the brackets that the pattern ends with is a name that is used, up to `:`.
    UsesAll(Thing, &'static str),
    /// The array whose bracket the pattern ends with gives names: by each key what its values name.
    GivesPairs(Thing, &'static str),
    /// Attributes and calls that name what runs on events of a model of Laravel.
    Observes,
    /// Actions of a controller show the template of their name: the path of the controller and that of its templates, `{}` for the
    /// controller, `*` for the action.
    Shows(&'static str, &'static str),
    /// A file that lies with tests and holds none.
    NoTests,
    /// A test and the view that lies where it does, among views: the paths of both, `{}` for what they share.
    Mirrors(&'static str, &'static str),
    /// A page and the code behind it, which is called like it: their endings.
    Beside(&'static str, &'static str),
}

impl Rule {
    /// What it says, for people.
    pub fn said(&self) -> String {
        let words = |list: &[&str]| list.iter().map(|one| format!("`{one}`")).collect::<Vec<_>>().join(", ");
        let part = |what: &str, list: &[&str]| {
            if list.is_empty() { String::new() } else { format!("; {what} {}", words(list)) }
        };
        let thing = |thing: Thing| {
            let word = format!("{thing:?}").to_lowercase();
            let article = if word.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
            format!("{article} {word}")
        };
        match self {
            Self::Takes { bases, annotations, suffixes, folders, methods } => format!(
                "handles the type that a method takes{}{}{}{}{}",
                part("base", bases),
                part("annotation", annotations),
                part("type ends in", suffixes),
                part("folder", folders),
                part("method", methods),
            ),
            Self::IsRun { bases, methods } => {
                format!("handles its own type{}{}", part("base", bases), part("method", methods))
            }
            Self::Sends(calls) => format!("sends what it names by {}", words(calls)),
            Self::Uses(of, pattern) => format!("uses {}: `{}`", thing(*of), pattern.replace('|', "\\|")),
            Self::Gives(of, pattern) => {
                format!("names {}: `{}`", thing(*of), pattern.replace('|', "\\|"))
            }
            Self::Resolves { owners, interfaces, prefixes, annotations } => format!(
                "resolves the field of a method's name{}{}{}{}",
                part("base", &interfaces.iter().map(|(base, _)| *base).collect::<Vec<_>>()),
                part("type ends in", &owners.iter().map(|(owner, _)| *owner).collect::<Vec<_>>()),
                part("after", prefixes),
                part("annotation", annotations),
            ),
            Self::ResolverMap => "resolves fields in an object of resolvers".to_owned(),
            Self::Operations => "uses the root fields of operations".to_owned(),
            Self::Templates(of, path) => format!("finds {} in `{path}`", thing(*of)),
            Self::UsesAll(of, pattern) => {
                format!("uses {} by each text behind `{}`", thing(*of), pattern.replace('|', "\\|"))
            }
            Self::GivesPairs(of, pattern) => {
                format!("names {} by each key behind `{}`", thing(*of), pattern.replace('|', "\\|"))
            }
            Self::Observes => "runs on events of a model: `ObservedBy`, `observe()`, `$observers`".to_owned(),
            Self::Shows(controller, template) => format!("actions of `{controller}` show `{template}`"),
            Self::NoTests => "lies with tests, and no runner finds one in it".to_owned(),
            Self::Mirrors(test, view) => format!("`{test}` tests `{view}`"),
            Self::Beside(page, code) => format!("`{page}` is the page of `{code}`"),
        }
    }
}
