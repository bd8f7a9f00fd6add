//! What a name means that stands behind others: `a.b.name`.

use std::sync::Arc;

use beadloom_model::{GLOBAL_SCOPE, LOADED_MODULE, LanguageId, SymbolKind};
use beadloom_store::Fact;

use super::name_filter::NameFilter;
use super::outcome::Outcome;
use super::typed::is_alias;
use super::{Resolver, inside_first, symbols};
use crate::references::builtins::is_builtin_type;
use crate::references::find::{Entity, Found};
use crate::references::imports::DOTTED;
use crate::references::lookup::{Def, Form};
use crate::references::names::{ROOT, fold};
use crate::references::rules::{DeclaredPackages, GlobalLookup, LanguageFamily, Package};

/// Names of a path that are followed.
const PATH: usize = 12;

impl Resolver<'_> {
    pub(super) fn path(&mut self, path: &str, name: u64, fact: &Fact<'_>, from: Option<Def>) -> Outcome {
        let text = fact.name;
        if path == GLOBAL_SCOPE && self.find.file.rules.family == LanguageFamily::Ecma {
            return self.component(name);
        }
        if self.find.file.rules.family == LanguageFamily::Ecma
            && let Some(rest) = path.strip_prefix(LOADED_MODULE).and_then(|rest| rest.strip_prefix('@'))
        {
            return match self.path(&format!("{LOADED_MODULE}#{rest}"), name, fact, from) {
                Outcome::Exact(defs) => Outcome::Likely(defs, false),
                outcome => outcome,
            };
        }
        if path == GLOBAL_SCOPE {
            let defs = self.at_top(name);
            return if defs.is_empty() { self.anywhere(name, text, fact.kind) } else { Outcome::Exact(defs) };
        }
        // Where namespaces may be left out, what has the whole name comes before what a part of it would find.
        if self.may_be_hidden(path)
            && let Some(outcome) = self.by_declared_package(path, name)
        {
            return outcome;
        }
        let (entities, past) = self.walk(path, from);
        let found = self.find.members_of_any(&entities, name);
        if found.is_empty() {
            let listed = self.listed_beside(&entities, name);
            if !listed.is_empty() {
                return Outcome::Exact(listed);
            }
        }
        if symbols(&found).is_empty()
            && let Some(of) = symbols(&entities).into_iter().find(|def| self.is_variant(def, text))
        {
            // A value's head says the same.
            return if self.reading { Outcome::Outside } else { Outcome::Exact(vec![of]) };
        }
        if let Some(outcome) = self.setting(path, &entities, name) {
            return outcome;
        }
        match self.proven(&inside_first(found)) {
            // That it is what comes after namespaces, no import says.
            Some(Outcome::Exact(defs)) if past => return Outcome::Likely(defs, true),
            Some(outcome) => return outcome,
            None => {}
        }
        if let Some(outcome) = self.through_alias(path, name).or_else(|| self.through_inline(path, name)) {
            return outcome;
        }
        let rules = self.find.file.rules;
        let values = entities.iter().any(|entity| {
            matches!(entity, Entity::Symbol(def) if !def.is_type() && def.kind != SymbolKind::Module || is_alias(def))
        });
        if values {
            return self.value(name, text);
        }
        // A namespace may go on in files that nothing here includes.
        let spread = rules.family == LanguageFamily::C
            && entities.iter().all(|entity| matches!(entity, Entity::File(_)));
        if self.may_be_hidden(path) && (spread || entities.iter().all(is_module)) {
            let defs = self.at_top(name);
            if !defs.is_empty() {
                let is_near = self.may_be_in_namespace(path, &defs);
                return Outcome::Likely(defs, is_near);
            }
        }
        if !entities.is_empty() && !spread {
            return self.extensions_in(&entities, name);
        }
        if entities.is_empty() && self.begins_with_value(path, from) {
            return self.value(name, text);
        }
        if let Some(outcome) = self.by_declared_package(path, name) {
            return outcome;
        }
        let global = self.by_full_name(path, name);
        if global != Outcome::Nothing {
            return global;
        }
        self.behind_unknown(path, &entities, name, text)
    }

    /// What stands behind a name of which the project has nothing.
    fn behind_unknown(&mut self, path: &str, entities: &[Entity], name: u64, text: &str) -> Outcome {
        let rules = self.find.file.rules;
        // What is written like a type, and is none of the project, is the language's own or another's.
        let last = path.rsplit('.').next().unwrap_or(path);
        let of_language = last.starts_with(char::is_uppercase) || is_builtin_type(rules, last);
        if rules.unknown_heads_are_outside || of_language {
            // What the project adds to types of the language can be named behind them: `Int.two`, `i32::two()`.
            return match self.extension(entities, last, name) {
                Some(outcome) => outcome,
                None if is_builtin_type(rules, last) => self.added(entities, name, text),
                None => Outcome::Outside,
            };
        }
        self.value(name, text)
    }

    /// What a class declares for values of another type is its own too where its name stands before it: `Texts.Shout(text)`.
    fn extensions_in(&mut self, entities: &[Entity], name: u64) -> Outcome {
        if self.find.file.rules.family != LanguageFamily::Of(LanguageId::CSharp) {
            return Outcome::Nothing;
        }
        let classes = symbols(entities);
        let declared = classes
            .iter()
            .flat_map(|of| self.find.defs_in(name, of.file).iter().copied().collect::<Vec<_>>());
        let defs: Vec<Def> = declared.filter(|def| def.kind == SymbolKind::Method).collect();
        // The class may have one of that name from a base that is not of the project.
        if defs.is_empty() { Outcome::Nothing } else { Outcome::Likely(defs, false) }
    }

    /// A setting of Django, which gives the constants of the project's module of settings as members of an object of its own.
    fn setting(&mut self, path: &str, entities: &[Entity], name: u64) -> Option<Outcome> {
        let is_python = self.find.file.rules.family == LanguageFamily::Of(LanguageId::Python);
        let is_settings = path == "settings" || path.ends_with(".settings");
        if !is_python || !is_settings || entities != [Entity::Outside] {
            return None;
        }
        let mut defs = self.find.defs_anywhere(name)?;
        let files = self.find.lookup.files();
        defs.retain(|def| {
            let path = files.get(def.file).map_or("", |file| &*file.path);
            def.kind == SymbolKind::Constant && def.scope == ROOT && path.contains("settings")
        });
        (!defs.is_empty()).then_some(Outcome::Likely(defs, false))
    }

    /// Whether what a path begins with is a value of the project: what its fields are, the code does not say.
    fn begins_with_value(&mut self, path: &str, from: Option<Def>) -> bool {
        if self.find.file.rules.family != LanguageFamily::Ecma || !path.contains('.') {
            return false;
        }
        let names: Vec<u64> = path.split('.').take(PATH).map(|name| self.find.lookup.name(name)).collect();
        let (head, _) = self.head(&names, from);
        symbols(&head).iter().any(|def| def.kind == SymbolKind::Constant)
    }

    /// What an enum of C and C++ lists stands beside it, and may be named with it.
    fn listed_beside(&mut self, entities: &[Entity], name: u64) -> Vec<Def> {
        let mut listed = Vec::new();
        if self.find.file.rules.family != LanguageFamily::C {
            return listed;
        }
        for of in symbols(entities).iter().filter(|of| of.form == Form::Enum) {
            let defs = self.find.defs_in(name, of.file);
            let beside = |def: &&Def| def.scope == of.scope && def.kind == SymbolKind::Constant;
            listed.extend(defs.iter().filter(beside));
        }
        listed
    }

    /// A component that a template names and that no import of its file brings in: one that is registered for all.
    fn component(&mut self, name: u64) -> Outcome {
        let Some(mut defs) = self.find.defs_anywhere(name) else { return Outcome::Common };
        defs.retain(|def| def.kind == SymbolKind::Component && def.scope == ROOT);
        let is_seen = self.find.keep_seen(&mut defs);
        if defs.is_empty() { Outcome::Nothing } else { Outcome::Likely(defs, is_seen) }
    }

    /// Whether the first name of a path may be a namespace that holds whole files.
    pub(super) fn may_be_hidden(&self, path: &str) -> bool {
        let head = path.split('.').next().unwrap_or(path);
        self.find.file.rules.hidden_namespaces.is_some_and(|known| !known.contains(&head))
    }

    /// Definitions that no namespace is around: of the file, of its package, or brought in.
    pub(super) fn at_top(&mut self, name: u64) -> Vec<Def> {
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
    pub(super) fn walk(&mut self, path: &str, from: Option<Def>) -> (Vec<Entity>, bool) {
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
                let found = self.find.members_of_any(&entities, *name);
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
    pub(super) fn head(&mut self, names: &[u64], from: Option<Def>) -> (Vec<Entity>, usize) {
        let Some(first) = names.first().copied() else { return (Vec::new(), 0) };
        // A constructor or a property may be called like the type that is meant.
        let in_scope = self.in_scope(first, from, self.where_types_stand());
        if !in_scope.is_empty() {
            return (in_scope.into_iter().map(Entity::Symbol).collect(), 1);
        }
        let imports = Arc::clone(&self.find.imports);
        if self.find.file.rules.family == LanguageFamily::C {
            let spread = self.namespace(first);
            if !spread.is_empty() {
                return (spread, 1);
            }
        }
        for taken in (1..=names.len().min(DOTTED)).rev() {
            let local = names.iter().take(taken).fold(ROOT, |scope, name| fold(scope, *name));
            let bindings = imports.of(local);
            if !bindings.is_empty() {
                let found = bindings.iter().flat_map(|binding| self.find.follow(binding)).collect();
                let found = inside_first(found);
                // A path that is written out may begin in the file's own namespace.
                if found == [Entity::Outside]
                    && taken > 1
                    && let (Some(package), Some(name)) = (names.get(..taken - 1), names.get(taken - 1))
                {
                    let defs = self.find.defs_by_whole_name(package, *name);
                    if !defs.is_empty() {
                        return (defs.into_iter().map(Entity::Symbol).collect(), taken);
                    }
                }
                return (found, taken);
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
        if self.find.file.rules.family == LanguageFamily::C
            && let Some(Outcome::Exact(defs)) = self.in_opened_namespaces(first)
        {
            return (defs.into_iter().map(Entity::Symbol).collect(), 1);
        }
        let in_scope = self.in_scope(first, from, NameFilter::Anything);
        if !in_scope.is_empty() {
            return (in_scope.into_iter().map(Entity::Symbol).collect(), 1);
        }
        if self.find.file.rules.autoloads {
            let defs = self.constants(first, from);
            if !defs.is_empty() {
                return (defs.into_iter().map(Entity::Symbol).collect(), 1);
            }
        }
        for taken in 1..names.len() {
            let (Some(package), Some(name)) = (names.get(..taken), names.get(taken)) else { break };
            let defs = self.find.defs_by_whole_name(package, *name);
            if !defs.is_empty() {
                return (defs.into_iter().map(Entity::Symbol).collect(), taken + 1);
            }
        }
        (Vec::new(), 0)
    }

    /// What stands right in the package of that whole name, as its files declare it.
    fn by_declared_package(&mut self, path: &str, name: u64) -> Option<Outcome> {
        if self.find.file.rules.declared_packages == DeclaredPackages::None {
            return None;
        }
        let names: Vec<u64> = path.split('.').take(PATH).map(|name| self.find.lookup.name(name)).collect();
        let defs = self.find.defs_by_whole_name(&names, name);
        (!defs.is_empty()).then_some(Outcome::Exact(defs))
    }

    /// The files that a namespace of C++ is spread over, as far as it holds whole files, and what an alias of one leads to.
    fn namespace(&mut self, name: u64) -> Vec<Entity> {
        if self.find.is_language_own(name) {
            return Vec::new();
        }
        let mut found = self.find.named(self.find.id, name);
        let is_alias = !self.find.imports.aliases_of(fold(ROOT, name)).is_empty();
        if !is_alias && !found.iter().any(|entity| matches!(entity, Entity::File(_))) {
            return Vec::new();
        }
        if !is_alias {
            found.extend(self.brought_in(name));
            found.retain(|entity| *entity != Entity::Outside);
        }
        found
    }

    /// A member of a type or module that is known by its whole name: `Acme.Billing.charge`.
    pub(super) fn by_full_name(&mut self, path: &str, name: u64) -> Outcome {
        let rules = self.find.file.rules;
        if matches!(rules.open, GlobalLookup::No | GlobalLookup::Macros) && !rules.global_modules {
            return Outcome::Nothing;
        }
        let Some(last) = path.rsplit('.').next() else { return Outcome::Nothing };
        let last = self.find.lookup.name(last);
        let whole = path.split('.').fold(ROOT, |scope, part| fold(scope, self.find.lookup.name(part)));
        if rules.family == LanguageFamily::Of(LanguageId::Sql) {
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
            self.find.keep_own_bundle(&mut defs);
            if let Some(first) = defs.first() {
                let one_file = defs.iter().all(|def| def.file == first.file);
                let one_thing = one_file || self.find.places_of_all(&defs).is_some();
                return if one_thing { Outcome::Exact(defs) } else { Outcome::Likely(defs, true) };
            }
        }
        let Some(mut types) = self.find.defs_anywhere(last) else { return Outcome::Nothing };
        types.retain(|def| def.own() == whole && (def.is_type() || def.kind == SymbolKind::Module));
        self.find.keep_own_bundle(&mut types);
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
            (false, false)
                if rules.global_modules
                    && (files.len() == 1 || self.find.places_of_all(&types).is_some()) =>
            {
                Outcome::Exact(defs)
            }
            (false, false) => Outcome::Likely(defs, true),
        }
    }
}

fn is_enum(entity: &Entity) -> bool {
    matches!(entity, Entity::Symbol(def) if def.form == Form::Enum)
}

fn is_module(entity: &Entity) -> bool {
    matches!(entity, Entity::Symbol(def) if def.kind == SymbolKind::Module)
}
