//! What a reference means, by its receiver.

use std::rc::Rc;

use beadloom_model::{ReferenceKind, SymbolKind};
use beadloom_store::{Fact, FactReceiver, Resolution};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::builtins::{is_builtin_member, is_builtin_type};
use super::candidates::{choose, nearest};
use super::files::File;
use super::find::{Entity, Finder, Found};
use super::imports::DOTTED;
use super::keys::folder;
use super::lookup::{Def, Form, Lookup};
use super::names::{ROOT, fold};
use super::rules::{Extensions, Family, Open, Package, package_of};

/// Names of a path that are followed.
const PATH: usize = 12;
/// Scopes around a reference.
const SCOPES: usize = 40;

/// What was found for a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Outcome {
    /// Definitions that it is proven to mean.
    Exact(Vec<Def>),
    /// Definitions that it may mean; the only one where there is one and it is within reach.
    Likely(Vec<Def>, bool),
    /// Nothing of this project.
    Outside,
    /// Nothing at all.
    Nothing,
}

/// What is looked for in the scopes around a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// Whatever is called so.
    Anything,
    /// A type or a value.
    NoFunction,
    /// A type or a value, where a function may make a type.
    NoMethod,
}

impl Wanted {
    fn may_be(self, def: &Def) -> bool {
        // A type's name within it means the type, not its constructor.
        !def.is_constructor()
            && match self {
                Self::Anything => true,
                Self::NoFunction => {
                    !matches!(def.kind, SymbolKind::Function | SymbolKind::Method | SymbolKind::Route)
                }
                Self::NoMethod => def.kind != SymbolKind::Method,
            }
    }
}

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
}

#[derive(Debug, Default)]
struct Reach {
    files: FxHashSet<i64>,
    folders: FxHashSet<Box<str>>,
}

impl<'l> Resolver<'l> {
    /// `own`: the file's definitions, by position.
    pub fn new(lookup: &'l dyn Lookup, id: i64, file: &'l File, own: Vec<Def>) -> Self {
        let mut by_own: FxHashMap<u64, Def> = FxHashMap::with_capacity_and_hasher(own.len(), FxBuildHasher);
        for def in &own {
            let known = by_own.entry(def.own()).or_insert(*def);
            if def.is_type() && !known.is_type() {
                *known = *def;
            }
        }
        Self { find: Finder::new(lookup, id, file), own, by_own, direct: None, beyond: None }
    }

    /// What a reference means.
    pub fn resolve(&mut self, fact: &Fact<'_>) -> Resolution {
        let name = self.find.lookup.name(fact.name);
        let from = fact.from.and_then(|at| self.own.get(at as usize)).copied();
        self.find.inheriting = fact.kind == ReferenceKind::Inherit;
        let outcome = match fact.receiver {
            FactReceiver::None => self.bare(name, fact.name, fact.kind, from),
            FactReceiver::This => self.this(name, fact.name, from),
            FactReceiver::Super => self.above(name, from),
            FactReceiver::Path(path) => self.path(path, name, fact, from),
            FactReceiver::Typed(of) => self.typed(of, name, fact.name, from),
            FactReceiver::Value => self.value(name, fact.name),
        };
        match outcome {
            Outcome::Exact(defs) => {
                let defs = choose(defs, fact.kind, self.find.file.rules.family);
                let mut defs = self.defined(defs);
                if defs.len() == 1 {
                    defs.pop().map_or(Resolution::External, |def| Resolution::Exact(def.id))
                } else {
                    self.candidates(defs)
                }
            }
            Outcome::Likely(defs, within_reach) => {
                let defs = choose(defs, fact.kind, self.find.file.rules.family);
                let mut defs = self.defined(defs);
                if defs.len() == 1 && within_reach {
                    defs.pop().map_or(Resolution::External, |def| Resolution::Unique(def.id))
                } else {
                    self.candidates(defs)
                }
            }
            Outcome::Outside | Outcome::Nothing => Resolution::External,
        }
    }

    /// What declarations announce: the one definition of the same whole name, wherever it stands. Where there are
    /// several – one for each system – the declaration stands for them.
    fn defined(&mut self, defs: Vec<Def>) -> Vec<Def> {
        if self.find.file.rules.family != Family::C {
            return defs;
        }
        let mut found: Vec<Def> = Vec::with_capacity(defs.len());
        for def in defs {
            let def =
                if def.form == Form::Declaration { self.definition_of(&def).unwrap_or(def) } else { def };
            if !found.iter().any(|known| known.id == def.id) {
                found.push(def);
            }
        }
        found
    }

    fn definition_of(&mut self, declared: &Def) -> Option<Def> {
        let mut defs = self.find.defs_anywhere(declared.name)?;
        defs.retain(|def| {
            def.form == Form::Plain
                && def.exported
                && def.own() == declared.own()
                && def.kind == declared.kind
        });
        match defs.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// Three bytes for each question that was asked.
    pub fn into_keys(self) -> Vec<u8> {
        self.find.asked.pack()
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
        let wanted = if kind == ReferenceKind::Call { Wanted::Anything } else { self.where_types_stand() };
        let in_scope = self.in_scope(name, from, wanted);
        if !in_scope.is_empty() {
            return Outcome::Exact(in_scope);
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
        let brought_in = self.brought_in(name);
        if let Some(outcome) = self.proven(&brought_in) {
            return outcome;
        }
        self.anywhere(name, text, kind)
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
                && matches!(self.find.file.rules.family, Family::Ecma | Family::Lua)
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
            [Entity::File(file)] if self.find.file.rules.family == Family::Zig => {
                symbols(&self.find.named(*file, name)).into_iter().find(Def::is_type)
            }
            _ => None,
        }
    }

    /// Definitions of the file that a bare name means where it stands, the innermost first.
    fn in_scope(&mut self, name: u64, from: Option<Def>, wanted: Wanted) -> Vec<Def> {
        let own = self.find.defs_in(name, self.find.id);
        let (implicit_this, open_types) =
            (self.find.file.rules.implicit_this, self.find.file.rules.open_types);
        // Objects in functions have members that the functions do not see by name.
        let members_apart = self.find.file.rules.family == Family::Ecma;
        if own.is_empty() && !implicit_this {
            return Vec::new();
        }
        for (depth, (scope, around)) in self.scopes(from).into_iter().enumerate() {
            // A type's members are no names in its functions, unless the language says so; in the type's own
            // body they are.
            let may_hold = |def: Def| {
                def.is_type() && def.kind != SymbolKind::Component
                    || open_types && def.kind == SymbolKind::Module
            };
            let is_type = scope != ROOT && around.is_none_or(may_hold);
            if is_type && depth > 0 && !implicit_this {
                continue;
            }
            let named =
                |def: &&Def| def.scope == scope && !(members_apart && is_member(def)) && wanted.may_be(def);
            let defs: Vec<Def> = own.iter().filter(named).copied().collect();
            if !defs.is_empty() {
                return defs;
            }
            if is_type
                && implicit_this
                && let Some(def) = around.or_else(|| self.type_elsewhere(scope))
                && let Found::Defs(mut defs) = self.find.members(&def, name)
            {
                defs.retain(|def| wanted.may_be(def));
                if !defs.is_empty() {
                    return defs;
                }
            }
        }
        Vec::new()
    }

    fn where_types_stand(&self) -> Wanted {
        if self.find.file.rules.typed { Wanted::NoFunction } else { Wanted::NoMethod }
    }

    /// The scopes around a reference, the innermost first, with what opens them where the file defines it.
    fn scopes(&self, from: Option<Def>) -> Vec<(u64, Option<Def>)> {
        let mut scopes = Vec::new();
        let mut at = from;
        while let Some(def) = at {
            scopes.push((def.own(), Some(def)));
            if scopes.len() == SCOPES {
                break;
            }
            at = self.by_own.get(&def.scope).copied();
            if at.is_none() && def.scope != ROOT {
                scopes.push((def.scope, None));
            }
        }
        scopes.push((ROOT, None));
        scopes
    }

    fn imported(&mut self, name: u64) -> Vec<Entity> {
        let imports = std::sync::Arc::clone(&self.find.imports);
        let found: Vec<Entity> =
            imports.of(fold(ROOT, name)).iter().flat_map(|binding| self.find.follow(binding)).collect();
        inside_first(found)
    }

    fn brought_in(&mut self, name: u64) -> Vec<Entity> {
        let imports = std::sync::Arc::clone(&self.find.imports);
        let found: Vec<Entity> =
            imports.wildcards.iter().flat_map(|wildcard| self.find.through(wildcard, name)).collect();
        let mut found = inside_first(found);
        // What a module from outside brings in is not known: it may be this name, or not.
        found.retain(|entity| *entity != Entity::Outside);
        found
    }

    /// A name that nothing in the file explains, in a language where it may come from anywhere.
    fn anywhere(&mut self, name: u64, text: &str, kind: ReferenceKind) -> Outcome {
        let open = self.find.file.rules.open;
        if open == Open::No || is_builtin_member(self.find.file.rules.family, text) {
            return Outcome::Nothing;
        }
        let Some(mut defs) = self.find.defs_anywhere(name) else { return Outcome::Nothing };
        let id = self.find.id;
        let swift = self.find.file.rules.family == Family::Swift;
        defs.retain(|def| {
            let may_be = match open {
                Open::No => false,
                // Swift's nested types are named with those around them.
                Open::All => {
                    def.scope == ROOT || (!swift && (def.is_type() || def.kind == SymbolKind::Module))
                }
                Open::Types => def.is_type() || def.kind == SymbolKind::Module,
                Open::TopTypes => def.scope == ROOT && (def.is_type() || def.kind == SymbolKind::Module),
                Open::Macros => def.form == Form::Macro,
            };
            may_be && (def.exported || def.file == id || self.is_opaque_here(def))
        });
        if kind != ReferenceKind::Call {
            defs.retain(|def| {
                !matches!(def.kind, SymbolKind::Function | SymbolKind::Method | SymbolKind::Route)
            });
        }
        if defs.is_empty() { Outcome::Nothing } else { Outcome::Likely(defs, true) }
    }

    /// Whether a type of C, which only its own file knows from inside, is one that this header announces: its file
    /// includes the header.
    fn is_opaque_here(&mut self, def: &Def) -> bool {
        self.find.file.rules.family == Family::C
            && def.is_type()
            && self.find.file.path.ends_with(".h")
            && self.find.imports_of(def.file).files().any(|file| file == self.find.id)
    }

    // Names before it

    fn path(&mut self, path: &str, name: u64, fact: &Fact<'_>, from: Option<Def>) -> Outcome {
        let text = fact.name;
        let (entities, past) = self.walk(path, from);
        let mut found = Vec::new();
        for entity in &entities {
            found.extend(self.find.member(entity, name));
        }
        if symbols(&found).is_empty()
            && let Some(of) = symbols(&entities).into_iter().find(|def| self.is_variant(def, text))
        {
            return Outcome::Exact(vec![of]);
        }
        match self.proven(&inside_first(found)) {
            // That it is what comes after namespaces, no import says.
            Some(Outcome::Exact(defs)) if past => return Outcome::Likely(defs, true),
            Some(outcome) => return outcome,
            None => {}
        }
        let rules = self.find.file.rules;
        let values = entities.iter().any(|entity| {
            matches!(entity, Entity::Symbol(def) if !def.is_type() && def.kind != SymbolKind::Module)
        });
        if values {
            return self.value(name, text);
        }
        if self.may_be_hidden(path) && entities.iter().all(is_module) {
            let defs = self.at_top(name);
            if !defs.is_empty() {
                return Outcome::Likely(defs, true);
            }
        }
        if !entities.is_empty() {
            return Outcome::Nothing;
        }
        let global = self.by_full_name(path, name);
        if global != Outcome::Nothing {
            return global;
        }
        // What is written like a type, and is none of the project, is the language's own or another's.
        let last = path.rsplit('.').next().unwrap_or(path);
        let of_language = last.starts_with(char::is_uppercase) || is_builtin_type(rules.family, last);
        if rules.unknown_heads_are_outside || of_language {
            return Outcome::Outside;
        }
        self.value(name, text)
    }

    /// Whether the first name of a path may be a namespace that holds whole files.
    fn may_be_hidden(&self, path: &str) -> bool {
        let head = path.split('.').next().unwrap_or(path);
        self.find.file.rules.hidden_namespaces.is_some_and(|known| !known.contains(&head))
    }

    /// Definitions that no namespace is around: of the file, of its package, or brought in.
    fn at_top(&mut self, name: u64) -> Vec<Def> {
        let own = self.find.defs_in(name, self.find.id);
        let mut defs: Vec<Def> = own.iter().filter(|def| def.scope == ROOT).copied().collect();
        if defs.is_empty() && self.find.file.rules.package != Package::File {
            defs = self.find.defs_in_package(name);
        }
        if defs.is_empty() {
            defs = symbols(&self.brought_in(name));
        }
        defs
    }

    /// What a path stands for, and whether that needed names to be passed over: namespaces that hold whole files.
    fn walk(&mut self, path: &str, from: Option<Def>) -> (Vec<Entity>, bool) {
        let names: Vec<u64> = path
            .split('.')
            .filter(|name| !name.is_empty())
            .take(PATH)
            .map(|name| self.find.lookup.name(name))
            .collect();
        let hidden = if self.may_be_hidden(path) { names.len() } else { 1 };
        let mut entities = Vec::new();
        for past in 0..hidden {
            let names = names.get(past..).unwrap_or_default();
            let (found, taken) = self.head(names, from);
            entities = found;
            let mut below = names.get(taken..).unwrap_or_default();
            while let Some((name, rest)) = below.split_first() {
                let found: Vec<Entity> =
                    entities.iter().flat_map(|entity| self.find.member(entity, *name)).collect();
                // What an enum lists need be no definition of its own, and has the enum's members.
                let listed = rest.is_empty() && symbols(&found).is_empty() && entities.iter().all(is_enum);
                if !listed {
                    entities = inside_first(found);
                }
                below = rest;
            }
            if !entities.is_empty() {
                return (entities, past > 0);
            }
        }
        (entities, false)
    }

    /// What the first names of a path stand for, and how many names that takes.
    fn head(&mut self, names: &[u64], from: Option<Def>) -> (Vec<Entity>, usize) {
        let Some(first) = names.first().copied() else { return (Vec::new(), 0) };
        // A constructor or a property may be called like the type that is meant.
        let in_scope = self.in_scope(first, from, self.where_types_stand());
        if !in_scope.is_empty() {
            return (in_scope.into_iter().map(Entity::Symbol).collect(), 1);
        }
        let imports = std::sync::Arc::clone(&self.find.imports);
        for taken in (1..=names.len().min(DOTTED)).rev() {
            let local = names.iter().take(taken).fold(ROOT, |scope, name| fold(scope, *name));
            let bindings = imports.of(local);
            if !bindings.is_empty() {
                let found = bindings.iter().flat_map(|binding| self.find.follow(binding)).collect();
                return (inside_first(found), taken);
            }
        }
        if self.find.file.rules.package != Package::File {
            let defs = self.find.defs_in_package(first);
            if !defs.is_empty() {
                return (defs.into_iter().map(Entity::Symbol).collect(), 1);
            }
        }
        let brought_in = self.brought_in(first);
        if !brought_in.is_empty() {
            return (brought_in, 1);
        }
        let in_scope = self.in_scope(first, from, Wanted::Anything);
        if !in_scope.is_empty() {
            return (in_scope.into_iter().map(Entity::Symbol).collect(), 1);
        }
        (Vec::new(), 0)
    }

    /// A member of a type or module that is known by its whole name: `Acme.Billing.charge`.
    fn by_full_name(&mut self, path: &str, name: u64) -> Outcome {
        let rules = self.find.file.rules;
        if matches!(rules.open, Open::No | Open::Macros) && !rules.global_modules {
            return Outcome::Nothing;
        }
        let Some(last) = path.rsplit('.').next() else { return Outcome::Nothing };
        let last = self.find.lookup.name(last);
        let whole = path.split('.').fold(ROOT, |scope, part| fold(scope, self.find.lookup.name(part)));
        if rules.family == Family::Sql {
            // A schema may be defined nowhere.
            let mut defs = self.find.defs_anywhere(name).unwrap_or_default();
            defs.retain(|def| def.scope == whole);
            return if defs.is_empty() { Outcome::Nothing } else { Outcome::Likely(defs, true) };
        }
        // What is written with its whole name is that, whichever file defines what is around it.
        if rules.global_modules
            && let Some(mut defs) = self.find.defs_anywhere(name)
        {
            defs.retain(|def| def.scope == whole);
            if let Some(first) = defs.first() {
                let one_file = defs.iter().all(|def| def.file == first.file);
                return if one_file { Outcome::Exact(defs) } else { Outcome::Likely(defs, true) };
            }
        }
        let Some(mut types) = self.find.defs_anywhere(last) else { return Outcome::Nothing };
        types.retain(|def| def.own() == whole && (def.is_type() || def.kind == SymbolKind::Module));
        let mut files: Vec<i64> = types.iter().map(|def| def.file).collect();
        files.dedup();
        let mut defs = Vec::new();
        for of in &types {
            match self.find.members(of, name) {
                Found::Defs(found) => defs.extend(found),
                Found::Maybe | Found::Nothing => {}
            }
        }
        match (types.is_empty(), defs.is_empty()) {
            (true, _) => Outcome::Nothing,
            (false, true) => Outcome::Outside,
            (false, false) if rules.global_modules && files.len() == 1 => Outcome::Exact(defs),
            (false, false) => Outcome::Likely(defs, true),
        }
    }

    fn typed(&mut self, of: &str, name: u64, text: &str, from: Option<Def>) -> Outcome {
        let types = self.type_called(of, from);
        let mut defs = Vec::new();
        let (mut outside, mut values) = (false, false);
        let makers_have_members = self.find.file.rules.family == Family::Ecma;
        for entity in &types {
            match entity {
                Entity::Symbol(def) if def.is_type() || def.kind == SymbolKind::Module => {
                    match self.find.members(def, name) {
                        Found::Defs(found) => defs.extend(found),
                        Found::Maybe | Found::Nothing => outside = true,
                    }
                }
                // Made by a function, whose result is not known unless it is written out in it.
                Entity::Symbol(def) => match self.find.members(def, name) {
                    Found::Defs(found) if makers_have_members && found.iter().any(is_member) => {
                        defs.extend(found.into_iter().filter(is_member));
                    }
                    _ => values = true,
                },
                // A file is a struct.
                Entity::File(file) if self.find.file.rules.family == Family::Zig => {
                    defs.extend(symbols(&self.find.named(*file, name)));
                }
                Entity::File(_) | Entity::Folder(_) | Entity::Outside => outside = true,
            }
        }
        if !defs.is_empty() {
            return if types.len() == 1 || !outside {
                Outcome::Exact(defs)
            } else {
                Outcome::Likely(defs, false)
            };
        }
        let last = of.rsplit('.').next().unwrap_or(of);
        if !values
            && !is_builtin_member(self.find.file.rules.family, text)
            && let Some(outcome) = self.extension(&types, last, name)
        {
            return outcome;
        }
        let no_type =
            types.is_empty() && !self.find.file.rules.typed && !last.starts_with(char::is_uppercase);
        if values || no_type { self.value(name, text) } else { Outcome::Outside }
    }

    /// What the project adds to a type that may be somebody else's; `of`: the type's last name.
    fn extension(&mut self, types: &[Entity], of: &str, name: u64) -> Option<Outcome> {
        let of = self.find.lookup.name(of);
        match self.find.file.rules.extensions {
            Extensions::None => None,
            Extensions::Seen => {
                let mut names = vec![of];
                for def in symbols(types) {
                    names.extend(self.find.chain(&def).types.iter().map(|def| def.name));
                }
                let defs = self.find.extensions_seen(name, &names);
                (!defs.is_empty()).then_some(Outcome::Exact(defs))
            }
            // Those of its own types are their members.
            Extensions::Anywhere if symbols(types).iter().any(Def::is_type) => None,
            Extensions::Anywhere => {
                let defs = self.find.extensions_anywhere(name, of);
                (!defs.is_empty()).then_some(Outcome::Likely(defs, true))
            }
        }
    }

    /// What a type's name stands for.
    fn type_called(&mut self, of: &str, from: Option<Def>) -> Vec<Entity> {
        let found = match of.rsplit_once('.') {
            None => {
                let name = self.find.lookup.name(of);
                let imported = self.imported(name);
                if self.file_as_struct(&imported, name).is_some() {
                    return imported;
                }
                match self.bare(name, of, ReferenceKind::Type, from) {
                    Outcome::Exact(defs) | Outcome::Likely(defs, true) => {
                        defs.into_iter().map(Entity::Symbol).collect()
                    }
                    Outcome::Outside => vec![Entity::Outside],
                    // A function that makes one.
                    Outcome::Likely(..) | Outcome::Nothing => {
                        let makers = self.in_scope(name, from, Wanted::Anything);
                        makers.into_iter().map(Entity::Symbol).collect()
                    }
                }
            }
            Some(_) => {
                let (found, _) = self.walk(of, from);
                if found.is_empty() { self.types_by_full_name(of) } else { found }
            }
        };
        let defs = symbols(&found);
        if defs.is_empty() {
            return found;
        }
        choose(defs, ReferenceKind::Type, self.find.file.rules.family)
            .into_iter()
            .map(Entity::Symbol)
            .collect()
    }

    fn types_by_full_name(&mut self, of: &str) -> Vec<Entity> {
        let rules = self.find.file.rules;
        if matches!(rules.open, Open::No | Open::Macros) && !rules.global_modules {
            return Vec::new();
        }
        let last = self.find.lookup.name(of.rsplit('.').next().unwrap_or(of));
        let whole = of.split('.').fold(ROOT, |scope, part| fold(scope, self.find.lookup.name(part)));
        let mut types = self.find.defs_anywhere(last).unwrap_or_default();
        types.retain(|def| def.own() == whole && (def.is_type() || def.kind == SymbolKind::Module));
        types.into_iter().map(Entity::Symbol).collect()
    }

    // The type around

    fn this(&mut self, name: u64, text: &str, from: Option<Def>) -> Outcome {
        let own = self.find.defs_in(name, self.find.id);
        for (scope, around) in self.scopes(from) {
            let defs: Vec<Def> = own.iter().filter(|def| def.scope == scope).copied().collect();
            if scope == ROOT || around.is_some_and(|def| !def.is_type() && def.kind != SymbolKind::Module) {
                // An object, or a function that makes one, has members as a type has.
                if scope != ROOT && self.find.file.rules.family == Family::Ecma && defs.iter().any(is_member)
                {
                    return Outcome::Exact(defs.into_iter().filter(is_member).collect());
                }
                continue;
            }
            if !defs.is_empty() {
                return Outcome::Exact(defs);
            }
            let Some(def) = around.or_else(|| self.type_elsewhere(scope)) else { break };
            return match self.find.members(&def, name) {
                Found::Defs(defs) => Outcome::Exact(defs),
                // `Self::Paid(1)`
                Found::Nothing | Found::Maybe if self.is_variant(&def, text) => Outcome::Exact(vec![def]),
                Found::Maybe => Outcome::Outside,
                Found::Nothing => self.value(name, text),
            };
        }
        self.value(name, text)
    }

    /// Whether a name that is no member of a type is one of its variants, which stand for the type.
    fn is_variant(&self, of: &Def, text: &str) -> bool {
        self.find.file.rules.family == Family::Rust
            && of.form == Form::Enum
            && text.starts_with(char::is_uppercase)
    }

    fn above(&mut self, name: u64, from: Option<Def>) -> Outcome {
        for (scope, around) in self.scopes(from) {
            if scope == ROOT || around.is_some_and(|def| !def.is_type()) {
                continue;
            }
            let Some(def) = around.or_else(|| self.type_elsewhere(scope)) else { break };
            return match self.find.inherited(&def, name) {
                Found::Defs(defs) => Outcome::Exact(defs),
                Found::Maybe | Found::Nothing => Outcome::Outside,
            };
        }
        Outcome::Outside
    }

    /// The type whose members stand in this file while it stands in another; `scope`: the hash of its qualified name.
    fn type_elsewhere(&mut self, scope: u64) -> Option<Def> {
        let owner = self.own.iter().find(|def| def.scope == scope).map(|def| def.owner)?;
        let mut found = symbols(&self.imported(owner));
        if found.is_empty() {
            found = self.find.defs_in_package(owner);
        }
        if found.is_empty() {
            found = symbols(&self.brought_in(owner));
        }
        if found.is_empty() {
            found = self.find.defs_in_folder(owner, folder(&self.find.file.path));
        }
        found.retain(|def| def.is_type());
        match found.as_slice() {
            [one] => Some(*one),
            _ => found.into_iter().find(|def| def.own() == scope),
        }
    }

    // A value of unknown type

    /// A member of some type: whose, only a single candidate within reach can tell.
    fn value(&mut self, name: u64, text: &str) -> Outcome {
        if is_builtin_member(self.find.file.rules.family, text) {
            return Outcome::Outside;
        }
        match self.find.defs_anywhere(name) {
            Some(mut defs) => {
                defs.retain(is_member);
                let one = choose(defs.clone(), ReferenceKind::Call, self.find.file.rules.family);
                let within_reach = match one.as_slice() {
                    [] => return Outcome::Nothing,
                    [one] => self.reaches(one.file),
                    _ => false,
                };
                Outcome::Likely(defs, within_reach)
            }
            // Too many to be candidates: those of the file itself and of what it imports remain.
            None => {
                let reach = self.direct();
                let mut files: Vec<i64> = reach.files.iter().copied().collect();
                files.push(self.find.id);
                files.sort_unstable();
                let mut defs: Vec<Def> = Vec::new();
                for file in files {
                    defs.extend(self.find.defs_in(name, file).iter().filter(|def| is_member(def)));
                }
                if defs.is_empty() { Outcome::Nothing } else { Outcome::Likely(defs, false) }
            }
        }
    }

    /// Whether a file is this one, or one of its package, or imported by it or by what it imports.
    fn reaches(&mut self, file: i64) -> bool {
        if file == self.find.id {
            return true;
        }
        let Some(other) = self.find.lookup.files().get(file) else { return false };
        let own = self.find.file;
        if own.rules.package != Package::File
            && package_of(own.rules, &own.path) == package_of(own.rules, &other.path)
        {
            return true;
        }
        let target = (own.rules.package == Package::Target)
            .then(|| format!("{}/", package_of(own.rules, &other.path)));
        let holds = |reach: &Reach| {
            reach.files.contains(&file)
                || reach.folders.contains(folder(&other.path))
                || target.as_ref().is_some_and(|target| reach.folders.contains(target.as_str()))
        };
        holds(&self.direct()) || holds(&self.beyond())
    }

    fn direct(&mut self) -> Rc<Reach> {
        let reach = self.direct.get_or_insert_with(|| {
            let mut reach = Reach::default();
            reach.add(&self.find.imports);
            Rc::new(reach)
        });
        Rc::clone(reach)
    }

    fn beyond(&mut self) -> Rc<Reach> {
        if let Some(reach) = &self.beyond {
            return Rc::clone(reach);
        }
        let direct = self.direct();
        let mut files: Vec<i64> = direct.files.iter().copied().collect();
        files.sort_unstable();
        let mut reach = Reach::default();
        for file in files {
            reach.add(&self.find.imports_of(file));
        }
        let reach = Rc::new(reach);
        self.beyond = Some(Rc::clone(&reach));
        reach
    }
}

impl Reach {
    fn add(&mut self, imports: &super::imports::Imports) {
        self.files.extend(imports.files());
        self.folders.extend(imports.folders().map(Box::from));
    }
}

fn is_enum(entity: &Entity) -> bool {
    matches!(entity, Entity::Symbol(def) if def.form == Form::Enum)
}

fn is_module(entity: &Entity) -> bool {
    matches!(entity, Entity::Symbol(def) if def.kind == SymbolKind::Module)
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
