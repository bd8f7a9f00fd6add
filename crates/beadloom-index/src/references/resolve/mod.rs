//! What a reference means, by its receiver.

mod constants;
mod name_filter;
mod namespaces;
mod outcome;
mod qualified;
mod reach;
mod reached;
mod scopes;
mod typed;

pub use self::constants::is_loaded_for;

use std::rc::Rc;

use beadloom_model::{LanguageId, ReferenceKind, SymbolKind};
use beadloom_store::{Fact, FactReceiver, Resolution};
use rustc_hash::{FxBuildHasher, FxHashMap};

use self::name_filter::NameFilter;
use self::outcome::Outcome;
use self::reached::Reach;
use super::builtins::{is_builtin_member, is_everyday};
use super::candidates::{choose, nearest};
use super::files::File;
use super::find::{Entity, Finder, Found};
use super::lookup::{Def, Form, Lookup};
use super::names::{ROOT, fold};
use super::rules::{GlobalLookup, LanguageFamily, Package};
use beadloom_resolve::ImportResolver;

/// Resolves the references of one file.
pub struct Resolver<'l> {
    find: Finder<'l>,
    /// The file's definitions, by position.
    own: Vec<Def>,
    /// By the hash of the qualified name; types before other things.
    by_own: FxHashMap<u64, Def>,
    /// Files and folders that the file reaches.
    direct: Option<Rc<Reach>>,
    beyond: Option<Rc<Reach>>,
    /// The hash of the name of the definition that the reference at hand stands in.
    around: Option<u64>,
    /// The reference at hand reads a value.
    reading: bool,
}

impl<'l> Resolver<'l> {
    /// `own`: the file's definitions, by position.
    /// `projects`: which use which.
    pub fn new(
        lookup: &'l dyn Lookup,
        id: i64,
        file: &'l File,
        own: Vec<Def>,
        projects: Option<&'l ImportResolver<'l>>,
    ) -> Self {
        let mut by_own: FxHashMap<u64, Def> = FxHashMap::with_capacity_and_hasher(own.len(), FxBuildHasher);
        for def in &own {
            let known = by_own.entry(def.own()).or_insert(*def);
            if def.is_type() && !known.is_type() {
                *known = *def;
            }
        }
        Self {
            find: Finder::new(lookup, id, file, projects),
            own,
            by_own,
            direct: None,
            beyond: None,
            around: None,
            reading: false,
        }
    }

    /// What a reference means.
    pub fn resolve(&mut self, fact: &Fact<'_>) -> Resolution {
        let name = self.find.lookup.name(fact.name);
        let from = fact.from.and_then(|at| self.own.get(at as usize)).copied();
        self.around = from.map(|def| def.name);
        self.reading = fact.kind == ReferenceKind::Value;
        self.find.inheriting = fact.kind == ReferenceKind::Inherit;
        let outcome = match fact.receiver {
            FactReceiver::None => match self.bare(name, fact.name, fact.kind, from) {
                Outcome::Nothing | Outcome::Outside if fact.kind == ReferenceKind::Type => {
                    self.no_type(name, fact.name, from)
                }
                outcome => outcome,
            },
            FactReceiver::This => self.this(name, fact.name, from),
            FactReceiver::Super => self.above(name, from),
            FactReceiver::Path(path) => self.path(path, name, fact, from),
            // What is prepended to a type, by its whole name.
            FactReceiver::Typed(of) if fact.kind == ReferenceKind::Inherit => match of.rsplit_once('.') {
                Some((path, _)) => self.path(path, name, fact, from),
                None => self.bare(name, fact.name, fact.kind, from),
            },
            FactReceiver::Typed(of) => self.typed(of, name, fact.name, from),
            FactReceiver::Value => self.value(name, fact.name),
        };
        match self.checked(outcome, fact) {
            Outcome::Exact(defs) => {
                let defs = choose(defs, fact.kind, self.find.file.rules.family);
                let defs = self.defined(defs);
                self.settled(defs, true)
            }
            Outcome::Likely(defs, within_reach) => {
                let defs = choose(defs, fact.kind, self.find.file.rules.family);
                let defs = self.defined(defs);
                if within_reach { self.settled(defs, false) } else { self.candidates(defs) }
            }
            // A name alone that many things have is read in every other line.
            Outcome::Common if self.reading && matches!(fact.receiver, FactReceiver::None) => {
                Resolution::External
            }
            Outcome::Common => Resolution::Ambiguous(Vec::new()),
            Outcome::Outside | Outcome::Nothing => Resolution::External,
        }
    }

    /// In C a name without `struct` before it is no struct, unless a macro puts the word there.
    fn checked(&self, outcome: Outcome, fact: &Fact<'_>) -> Outcome {
        match outcome {
            Outcome::Exact(defs) | Outcome::Likely(defs, true)
                if self.reading
                    && matches!(fact.receiver, FactReceiver::None)
                    && self.find.file.path.ends_with(".c")
                    && defs.iter().all(|def| def.form == Form::Tag) =>
            {
                Outcome::Likely(defs, false)
            }
            outcome => outcome,
        }
    }

    /// Three bytes for each question that was asked.
    pub fn into_keys(self) -> Vec<u8> {
        self.find.dependencies.pack()
    }

    /// Definitions that are one thing are that one, whichever file the name was found in; others are candidates.
    fn settled(&mut self, defs: Vec<Def>, exact: bool) -> Resolution {
        let places = self.find.places_of_all(&defs);
        match places.as_deref().map(|places| self.find.led_to(places)) {
            Some([one]) if exact => Resolution::Exact(one.id),
            Some([one]) => Resolution::Unique(one.id),
            Some(places) => Resolution::Parts(places.iter().map(|place| place.id).collect(), exact),
            None => self.candidates(defs),
        }
    }

    fn candidates(&self, defs: Vec<Def>) -> Resolution {
        if defs.is_empty() {
            return Resolution::External;
        }
        let files = self.find.lookup.files();
        Resolution::Ambiguous(nearest(defs, self.find.id, &self.find.file.path, files))
    }

    // A name alone

    fn bare(&mut self, name: u64, text: &str, kind: ReferenceKind, from: Option<Def>) -> Outcome {
        let wanted = match kind {
            ReferenceKind::Call | ReferenceKind::Value => NameFilter::Anything,
            ReferenceKind::Type | ReferenceKind::Inherit => self.where_types_stand(),
        };
        let in_scope = self.in_scope(name, from, wanted);
        if !in_scope.is_empty() {
            let made =
                if kind == ReferenceKind::Call { self.made(&in_scope, name, text, from) } else { None };
            return made.unwrap_or(Outcome::Exact(in_scope));
        }
        if let Some(outcome) = self.in_namespaces_around(name, from) {
            return outcome;
        }
        let imported = self.imported(name);
        if let Some(def) = self.file_as_struct(&imported, name) {
            return Outcome::Exact(vec![def]);
        }
        if let Some(outcome) = self.proven(&imported) {
            return outcome;
        }
        if self.find.file.rules.package != Package::File {
            let defs = self.find.defs_in_package(name);
            if !defs.is_empty() {
                return Outcome::Exact(defs);
            }
        }
        if let Some(outcome) = self.used(name) {
            return outcome;
        }
        let brought_in = self.brought_in(name);
        if let Some(outcome) = self.proven(&brought_in) {
            return outcome;
        }
        if let Some(outcome) = self.in_opened_namespaces(name) {
            return outcome;
        }
        if self.find.file.rules.autoloads && text.starts_with(char::is_uppercase) {
            return self.constant(name, from);
        }
        if let Some(outcome) = self.around_extension(name, from) {
            return outcome;
        }
        match self.anywhere(name, text, kind) {
            Outcome::Nothing if self.reading && text.starts_with(char::is_uppercase) => self.listed(name),
            Outcome::Nothing if kind == ReferenceKind::Call && self.find.file.rules.lends_members => {
                self.lent(name, text)
            }
            outcome => outcome,
        }
    }

    /// `new Address()` of C# makes a type also where the class around has a property that is called like its own type.
    fn made(&mut self, members: &[Def], name: u64, text: &str, from: Option<Def>) -> Option<Outcome> {
        let is_value = |def: &Def| def.form == Form::Property || def.kind == SymbolKind::Constant;
        if self.find.file.rules.family != LanguageFamily::Of(LanguageId::CSharp)
            || !members.iter().all(is_value)
        {
            return None;
        }
        let outcome = self.bare(name, text, ReferenceKind::Type, from);
        let (Outcome::Exact(defs) | Outcome::Likely(defs, true)) = &outcome else { return None };
        defs.iter().all(Def::is_type).then_some(outcome)
    }

    /// An extension method of C# and Kotlin is called like one of the type that it extends, but sees the members of the class around
    /// it.
    fn around_extension(&mut self, name: u64, from: Option<Def>) -> Option<Outcome> {
        if self.find.file.rules.lends_members {
            return self.around_extension_of_kotlin(name, from);
        }
        if self.find.file.rules.family != LanguageFamily::Of(LanguageId::CSharp) {
            return None;
        }
        let from = from.filter(|def| def.scope != ROOT && !self.by_own.contains_key(&def.scope))?;
        let mut defs = self.find.defs_in(name, self.find.id).to_vec();
        defs.retain(|def| def.scope != ROOT && def.scope != from.scope && !def.is_type());
        (!defs.is_empty()).then_some(Outcome::Likely(defs, true))
    }

    /// What a bare call in Kotlin may mean that nothing explains: `make().apply { close() }` calls a member of what it is given.
    fn lent(&mut self, name: u64, text: &str) -> Outcome {
        if is_everyday(self.find.file.rules, text) {
            return Outcome::Nothing;
        }
        match self.value(name, text) {
            Outcome::Likely(defs, _) => Outcome::Likely(defs, false),
            _ => Outcome::Nothing,
        }
    }

    /// Of which class of the file an extension is, nothing says.
    fn around_extension_of_kotlin(&mut self, name: u64, from: Option<Def>) -> Option<Outcome> {
        let is_extension = from.is_some_and(|def| def.scope != ROOT && !self.by_own.contains_key(&def.scope));
        if !is_extension {
            return None;
        }
        let types: Vec<Def> = self.own.iter().filter(|def| def.is_type()).copied().collect();
        let mut defs: Vec<Def> = Vec::new();
        for of in types {
            if let Found::Defs(found) = self.find.members(&of, name) {
                defs.extend(found.into_iter().filter(|def| !defs.contains(def)).collect::<Vec<_>>());
            }
        }
        (!defs.is_empty()).then_some(Outcome::Likely(defs, false))
    }

    /// What an enum lists is read by its name alone where the value around says which enum: a label in `switch` of Java.
    fn listed(&mut self, name: u64) -> Outcome {
        if self.find.file.rules.family != LanguageFamily::Jvm {
            return Outcome::Nothing;
        }
        let mut defs = self.find.parts_anywhere(name).unwrap_or_default();
        defs.retain(|def| def.form == Form::Part);
        self.find.keep_seen(&mut defs);
        if defs.is_empty() { Outcome::Nothing } else { Outcome::Likely(defs, false) }
    }

    /// What is written like a type, and is none.
    fn no_type(&mut self, name: u64, text: &str, from: Option<Def>) -> Outcome {
        // `CPPUNIT_TEST(testPost);` in a class reads like a declaration.
        if self.find.file.rules.family == LanguageFamily::C {
            let in_class = from.is_some_and(|def| def.is_type());
            let defs = if in_class { self.in_scope(name, from, NameFilter::Anything) } else { Vec::new() };
            return if defs.is_empty() { Outcome::Outside } else { Outcome::Exact(defs) };
        }
        self.attribute(text, from)
    }

    /// `[Audited]` of C# means `AuditedAttribute`, too.
    fn attribute(&mut self, text: &str, from: Option<Def>) -> Outcome {
        const END: &str = "Attribute";
        if self.find.file.rules.family != LanguageFamily::Of(LanguageId::CSharp) || text.ends_with(END) {
            return Outcome::Nothing;
        }
        let text = format!("{text}{END}");
        let name = self.find.lookup.name(&text);
        self.bare(name, &text, ReferenceKind::Type, from)
    }

    /// What a list of things proves a bare name to mean; `None` where it says nothing.
    fn proven(&mut self, entities: &[Entity]) -> Option<Outcome> {
        let defs = symbols(entities);
        if !defs.is_empty() {
            return Some(Outcome::Exact(defs));
        }
        // A module that is called or used as a type is what it gives as a whole.
        for entity in entities {
            if let Entity::File(file) = entity
                && matches!(
                    self.find.file.rules.family,
                    LanguageFamily::Ecma | LanguageFamily::Of(LanguageId::Lua)
                )
            {
                let default = self.find.lookup.name("default");
                let defs = symbols(&self.find.named(*file, default));
                if !defs.is_empty() {
                    return Some(Outcome::Exact(defs));
                }
            }
        }
        (!entities.is_empty()).then_some(Outcome::Outside)
    }

    /// In Zig a file is a struct, for which it may have a name: that of `const Store = @This();`.
    fn file_as_struct(&mut self, imported: &[Entity], name: u64) -> Option<Def> {
        match imported {
            [Entity::File(file)] if self.find.file.rules.family == LanguageFamily::Of(LanguageId::Zig) => {
                symbols(&self.find.named(*file, name)).into_iter().find(Def::is_type)
            }
            _ => None,
        }
    }

    fn imported(&mut self, name: u64) -> Vec<Entity> {
        let imports = std::sync::Arc::clone(&self.find.imports);
        let found: Vec<Entity> =
            imports.of(fold(ROOT, name)).iter().flat_map(|binding| self.find.follow(binding)).collect();
        inside_first(found)
    }

    fn brought_in(&mut self, name: u64) -> Vec<Entity> {
        let mut found = inside_first(self.find.brought_in(name));
        // What a module from outside brings in is not known: it may be this name, or not.
        found.retain(|entity| *entity != Entity::Outside);
        found
    }

    /// A name that nothing in the file explains, in a language where it may come from anywhere.
    fn anywhere(&mut self, name: u64, text: &str, kind: ReferenceKind) -> Outcome {
        let open = self.find.file.rules.open;
        if open == GlobalLookup::No {
            return Outcome::Nothing;
        }
        // The language has one of that name, too; or it is a method of whatever the file's own type inherits from.
        let rules = self.find.file.rules;
        let sure = match rules.family {
            LanguageFamily::Of(LanguageId::Ruby) => !is_everyday(rules, text),
            family => !is_builtin_member(family, text),
        };
        let Some(mut defs) = self.find.defs_anywhere(name) else { return Outcome::Common };
        let id = self.find.id;
        let swift = self.find.file.rules.family == LanguageFamily::Of(LanguageId::Swift);
        defs.retain(|def| {
            let may_be = match open {
                GlobalLookup::No => false,
                // Swift's nested types are named with those around them.
                GlobalLookup::All => {
                    def.scope == ROOT || (!swift && (def.is_type() || def.kind == SymbolKind::Module))
                }
                GlobalLookup::Types => def.is_type() || def.kind == SymbolKind::Module,
                GlobalLookup::TopTypes => {
                    def.scope == ROOT && (def.is_type() || def.kind == SymbolKind::Module)
                }
                GlobalLookup::Macros => def.form == Form::Macro,
            };
            may_be && (def.exported || def.file == id || self.is_opaque_here(def))
        });
        if !matches!(kind, ReferenceKind::Call | ReferenceKind::Value) {
            defs.retain(|def| {
                !matches!(def.kind, SymbolKind::Function | SymbolKind::Method | SymbolKind::Route)
            });
        }
        let sure = sure & self.find.keep_seen(&mut defs);
        if defs.is_empty() { Outcome::Nothing } else { Outcome::Likely(defs, sure) }
    }

    /// Whether a type of C, which only its own file knows from inside, is one that this header announces: its file
    /// includes the header.
    fn is_opaque_here(&mut self, def: &Def) -> bool {
        self.find.file.rules.family == LanguageFamily::C
            && def.is_type()
            && self.find.file.path.ends_with(".h")
            && self.find.targets_of(def.file).files().any(|file| file == self.find.id)
    }
}

fn is_member(def: &Def) -> bool {
    matches!(def.kind, SymbolKind::Method | SymbolKind::Route) && def.scope != ROOT
}

fn symbols(entities: &[Entity]) -> Vec<Def> {
    entities
        .iter()
        .filter_map(|entity| match entity {
            Entity::Symbol(def) => Some(*def),
            _ => None,
        })
        .collect()
}

/// What is outside counts only where nothing else was found.
fn inside_first(mut found: Vec<Entity>) -> Vec<Entity> {
    if found.iter().any(|entity| *entity != Entity::Outside) {
        found.retain(|entity| *entity != Entity::Outside);
    }
    found
}
