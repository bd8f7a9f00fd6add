//! What a name means where it stands: in the functions, types and modules around it, and as a member of `this`.

use beadloom_model::{LanguageId, SymbolKind};

use super::name_filter::NameFilter;
use super::outcome::Outcome;
use super::{Resolver, is_member, symbols};
use crate::references::find::Found;
use crate::references::keys::folder;
use crate::references::lookup::{Def, Form};
use crate::references::names::ROOT;
use crate::references::rules::LanguageFamily;

/// Scopes around a reference.
const SCOPES: usize = 40;

impl Resolver<'_> {
    /// Definitions of the file that a bare name means where it stands, the innermost first.
    pub(super) fn in_scope(&mut self, name: u64, from: Option<Def>, wanted: NameFilter) -> Vec<Def> {
        let own = self.find.defs_in(name, self.find.id);
        let (implicit_this, open_types) =
            (self.find.file.rules.implicit_this, self.find.file.rules.open_types);
        // Objects in functions have members that the functions do not see by name.
        let members_apart = self.find.file.rules.family == LanguageFamily::Ecma;
        // A field may be called like its type, or like the package of that.
        let fields_apart =
            matches!(self.find.file.rules.family, LanguageFamily::Of(LanguageId::Go | LanguageId::Rust));
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
            // Members of an enum see each other; fields are seen behind `this` alone.
            let in_enum = around.is_some_and(|def| def.form == Form::Enum);
            let is_field = |def: &Def| def.form == Form::Part && !in_enum;
            let apart = |def: &Def| {
                members_apart && (is_member(def) || is_field(def)) || fields_apart && is_field(def)
            };
            let named = |def: &&Def| def.scope == scope && !apart(def) && wanted.may_be(def);
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

    pub(super) fn where_types_stand(&self) -> NameFilter {
        if self.find.file.rules.typed { NameFilter::NoFunction } else { NameFilter::NoMethod }
    }

    /// The scopes around a reference, the innermost first, with what opens them where the file defines it.
    pub(super) fn scopes(&self, from: Option<Def>) -> Vec<(u64, Option<Def>)> {
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

    /// The type whose members stand in this file while it stands in another; `scope`: the hash of its qualified name.
    pub(super) fn type_elsewhere(&mut self, scope: u64) -> Option<Def> {
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

    pub(super) fn this(&mut self, name: u64, text: &str, from: Option<Def>) -> Outcome {
        let own = self.find.defs_in(name, self.find.id);
        for (scope, around) in self.scopes(from) {
            let defs: Vec<Def> = own.iter().filter(|def| def.scope == scope).copied().collect();
            if scope == ROOT || around.is_some_and(|def| !def.is_type() && def.kind != SymbolKind::Module) {
                // An object, or a function that makes one, has members as a type has.
                if scope != ROOT
                    && self.find.file.rules.family == LanguageFamily::Ecma
                    && defs.iter().any(is_member)
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

    pub(super) fn above(&mut self, name: u64, from: Option<Def>) -> Outcome {
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

    /// Whether a name that is no member of a type is one of its variants, which stand for the type.
    pub(super) fn is_variant(&self, of: &Def, text: &str) -> bool {
        self.find.file.rules.family == LanguageFamily::Of(LanguageId::Rust)
            && of.form == Form::Enum
            && text.starts_with(char::is_uppercase)
    }
}
