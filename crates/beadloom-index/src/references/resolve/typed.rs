//! What a member means of a value whose type is known by name.

use beadloom_model::{LanguageId, ReferenceKind, SymbolKind};

use super::name_filter::NameFilter;
use super::outcome::Outcome;
use super::{Resolver, is_member, symbols};
use crate::references::builtins::{is_builtin_member, is_builtin_type};
use crate::references::candidates::choose;
use crate::references::find::{Entity, Found};
use crate::references::lookup::{Def, Form};
use crate::references::names::{ROOT, fold};
use crate::references::rules::{Extensions, GlobalLookup, LanguageFamily};

/// Whether a function of the languages of the JVM gives a collection: `listOf`, `emptyMap`.
fn makes_collection(name: &str) -> bool {
    name.ends_with("Of") || name.starts_with("empty") || name.starts_with("build")
}

/// Whether a type may be another name for one that is not followed to: `type Total = Amount | null`.
pub(super) fn is_alias(def: &Def) -> bool {
    def.kind == SymbolKind::Type && def.form == Form::Plain
}

impl Resolver<'_> {
    pub(super) fn typed(&mut self, of: &str, name: u64, text: &str, from: Option<Def>) -> Outcome {
        let types = self.type_called(of, from);
        let mut defs = Vec::new();
        let (mut outside, mut values) = (false, false);
        let makers_have_members = self.find.file.rules.family == LanguageFamily::Ecma;
        for entity in &types {
            match entity {
                Entity::Symbol(def) if def.is_type() || def.kind == SymbolKind::Module => {
                    match self.find.members(def, name) {
                        Found::Defs(found) => defs.extend(found),
                        Found::Maybe | Found::Nothing if is_alias(def) => values = true,
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
                Entity::File(file) if self.find.file.rules.family == LanguageFamily::Of(LanguageId::Zig) => {
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
        if !values && let Some(outcome) = self.extension(&types, last, name) {
            return match outcome {
                // The type itself may have one of that name, which comes first.
                Outcome::Exact(defs) | Outcome::Likely(defs, _)
                    if is_builtin_member(self.find.file.rules.family, text) =>
                {
                    Outcome::Likely(defs, false)
                }
                outcome => outcome,
            };
        }
        let rules = self.find.file.rules;
        let no_type = types.is_empty()
            && !rules.typed
            && !last.starts_with(char::is_uppercase)
            && !is_builtin_type(rules, last);
        // Where types begin with a capital, what does not is a function of a library: what it gives may be of the project.
        let types_are_capital =
            matches!(rules.family, LanguageFamily::Jvm | LanguageFamily::Of(LanguageId::Swift));
        let is_function = types_are_capital
            && last.starts_with(char::is_lowercase)
            && symbols(&types).is_empty()
            && !makes_collection(last);
        if values || no_type || is_function { self.value(name, text) } else { self.added(&types, name, text) }
    }

    /// What the project adds to types of others, where no name says whether the value at hand has it: a type parameter, a
    /// protocol or a trait may stand for its type.
    pub(super) fn added(&mut self, types: &[Entity], name: u64, text: &str) -> Outcome {
        let rules = self.find.file.rules;
        let may_be_extended = rules.extensions != Extensions::None
            || rules.open_types
            || matches!(rules.family, LanguageFamily::Ecma | LanguageFamily::Of(LanguageId::Lua));
        if !may_be_extended {
            return Outcome::Outside;
        }
        let of_project = symbols(types).iter().any(Def::is_type);
        let reading = self.reading;
        let mut defs = self.find.defs_anywhere(name).unwrap_or_default();
        let lua = rules.family == LanguageFamily::Of(LanguageId::Lua);
        defs.retain(|def| {
            def.scope != ROOT
                && (is_member(def)
                    || reading && def.kind == SymbolKind::Constant
                    || lua && def.kind == SymbolKind::Function)
        });
        let builtin = is_builtin_member(rules.family, text);
        defs.retain(|def| self.is_added(def, of_project, builtin));
        self.find.keep_seen(&mut defs);
        if defs.is_empty() { Outcome::Outside } else { Outcome::Likely(defs, false) }
    }

    /// Whether a member may be one of a type that the project does not define. `of_project`: the value's type is one that it
    /// does. `builtin`: the language's own types have one of that name.
    fn is_added(&mut self, def: &Def, of_project: bool, builtin: bool) -> bool {
        let rules = self.find.file.rules;
        let mut owners = self.find.defs_anywhere(def.owner).unwrap_or_default();
        owners.retain(|owner| owner.own() == def.scope);
        if owners.is_empty() {
            // What the companion of a class holds is no extension, though nothing defines a companion without a name.
            return rules.family != LanguageFamily::Jvm || def.owner != self.find.lookup.name("Companion");
        }
        match rules.family {
            // A trait may be implemented for all types.
            LanguageFamily::Of(LanguageId::Rust) => {
                !builtin && owners.iter().any(|owner| owner.kind == SymbolKind::Interface)
            }
            // In Scala a conversion may wrap a value of any type.
            LanguageFamily::Jvm => {
                let converts = rules.extensions == Extensions::Seen && !rules.lends_members;
                converts && !builtin && !of_project || owners.iter().any(|owner| owner.form == Form::Implicit)
            }
            // What a module has may be mixed into any type; a refinement stands in one.
            LanguageFamily::Of(LanguageId::Ruby) => {
                !builtin && !of_project && owners.iter().any(|owner| owner.kind == SymbolKind::Module)
            }
            // `declare global { interface Array<T> { … } }`
            LanguageFamily::Ecma => {
                let global = fold(ROOT, self.find.lookup.name("global"));
                owners.iter().any(|owner| owner.scope == global)
            }
            _ => false,
        }
    }

    /// What the project adds to a type that may be somebody else's; `of`: the type's last name.
    pub(super) fn extension(&mut self, types: &[Entity], of: &str, name: u64) -> Option<Outcome> {
        let of = self.find.lookup.name(of);
        match self.find.file.rules.extensions {
            Extensions::None => None,
            Extensions::Seen => {
                // In Kotlin every type is one of these.
                let any = self.find.lookup.name("Any");
                let mut names = vec![of, any];
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
    pub(super) fn type_called(&mut self, of: &str, from: Option<Def>) -> Vec<Entity> {
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
                    Outcome::Likely(..) | Outcome::Common | Outcome::Nothing => {
                        let makers = self.in_scope(name, from, NameFilter::Anything);
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

    pub(super) fn types_by_full_name(&mut self, of: &str) -> Vec<Entity> {
        let rules = self.find.file.rules;
        if matches!(rules.open, GlobalLookup::No | GlobalLookup::Macros) && !rules.global_modules {
            return Vec::new();
        }
        let last = self.find.lookup.name(of.rsplit('.').next().unwrap_or(of));
        let whole = of.split('.').fold(ROOT, |scope, part| fold(scope, self.find.lookup.name(part)));
        let mut types = self.find.defs_anywhere(last).unwrap_or_default();
        types.retain(|def| def.own() == whole && (def.is_type() || def.kind == SymbolKind::Module));
        types.into_iter().map(Entity::Symbol).collect()
    }
}
