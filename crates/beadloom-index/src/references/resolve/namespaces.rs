//! Namespaces of C++: names that those around a place share with other files, what `using` brings in, and the definitions of
//! what headers declare.

use std::sync::Arc;

use beadloom_model::SymbolKind;

use super::Resolver;
use super::outcome::Outcome;
use crate::references::lookup::{Def, Form};
use crate::references::names::{ROOT, fold};
use crate::references::rules::LanguageFamily;

/// Namespaces around a place that are looked at.
const AROUND: usize = 8;

/// Included files that are asked for an alias.
const MAX_ALIAS_FILES: usize = 200;

impl Resolver<'_> {
    /// What a bare name means in the namespaces around it that do not hold the whole file: other files have parts of each.
    pub(super) fn in_namespaces_around(&mut self, name: u64, from: Option<Def>) -> Option<Outcome> {
        if self.find.file.rules.family != LanguageFamily::C {
            return None;
        }
        let mut path = self.find.imports.around.clone();
        let outer = path.len();
        path.extend(self.namespaces_of(from));
        while path.len() > outer {
            let found = self.in_namespace(&path, name);
            if found.is_some() {
                return found;
            }
            path.pop();
        }
        None
    }

    /// What `using a::b::name` of the file says that a bare name means.
    pub(super) fn used(&mut self, name: u64) -> Option<Outcome> {
        if self.find.imports.aliases_of(fold(ROOT, name)).is_empty() {
            return None;
        }
        let found = self.find.named(self.find.id, name);
        self.proven(&found)
    }

    /// What a bare name means in the namespaces that hold the whole file, and in those that it has opened.
    pub(super) fn in_opened_namespaces(&mut self, name: u64) -> Option<Outcome> {
        let imports = Arc::clone(&self.find.imports);
        let around = self.in_namespace(&imports.around, name);
        if around.is_some() {
            return around;
        }
        imports.opened.iter().find_map(|path| {
            // It may be named from within those around the file.
            let whole: Vec<u64> = imports.around.iter().chain(path).copied().collect();
            self.in_namespace(path, name).or_else(|| self.in_namespace(&whole, name))
        })
    }

    /// The names of the namespaces around a definition that the file names, the outermost first.
    fn namespaces_of(&self, from: Option<Def>) -> Vec<u64> {
        let mut names = Vec::new();
        for (scope, around) in self.scopes(from) {
            match around {
                Some(def) if def.kind == SymbolKind::Module => names.push(def.name),
                // `void audit::note()`: what it is a member of stands elsewhere.
                None if scope != ROOT && names.is_empty() => {
                    let outside =
                        self.own.iter().find(|def| def.scope == scope && fold(ROOT, def.owner) == scope);
                    names.extend(outside.map(|def| def.owner));
                }
                _ => {}
            }
        }
        names.truncate(AROUND);
        names.reverse();
        names
    }

    /// What files define of a name in a namespace: for sure where this one includes them.
    fn in_namespace(&mut self, path: &[u64], name: u64) -> Option<Outcome> {
        if path.first().is_none_or(|first| self.find.is_language_own(*first)) {
            return None;
        }
        let scope = path.iter().fold(ROOT, |scope, name| fold(scope, *name));
        let mut defs = self.find.defs_anywhere(name)?;
        let id = self.find.id;
        defs.retain(|def| {
            def.form != Form::Made
                && !def.is_constructor()
                && (def.exported || def.file == id)
                && self.whole_scope(def) == Some(scope)
        });
        let included: Vec<Def> = defs.iter().filter(|def| self.reaches(def.file)).copied().collect();
        match (included.is_empty(), defs.is_empty()) {
            (false, _) => Some(Outcome::Exact(included)),
            (true, false) => Some(Outcome::Likely(defs, true)),
            (true, true) => None,
        }
    }

    /// What declarations announce: the one definition of the same whole name, wherever it stands. Where there are
    /// several – one for each system – the declaration stands for them.
    pub(super) fn defined(&mut self, defs: Vec<Def>) -> Vec<Def> {
        if self.find.file.rules.family != LanguageFamily::C {
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
            matches!(def.form, Form::Plain | Form::Tag) && def.exported && is_of_kind(def, declared)
        });
        if let Some(scope) = self.whole_scope(declared) {
            let same: Vec<Def> =
                defs.iter().filter(|def| self.whole_scope(def) == Some(scope)).copied().collect();
            if !same.is_empty() {
                return of_one_file(&same);
            }
        }
        // One of them may say that a namespace is inline, and its name is left out.
        let apart: Vec<Def> =
            defs.iter().filter(|def| self.differ_by_inline(def, declared)).copied().collect();
        if !apart.is_empty() {
            return of_one_file(&apart);
        }
        // A file may open the namespace of what it defines, and leave it out.
        defs.retain(|def| def.own() == declared.own());
        of_one_file(&defs)
    }

    /// What a path means that begins with an alias which an included file gives a namespace.
    pub(super) fn through_alias(&mut self, path: &str, name: u64) -> Option<Outcome> {
        if self.find.file.rules.family != LanguageFamily::C {
            return None;
        }
        let names: Vec<u64> = path.split('.').take(AROUND).map(|name| self.find.lookup.name(name)).collect();
        let (head, rest) = names.split_first()?;
        let mut files: Vec<i64> = self.direct().files.iter().copied().collect();
        files.sort_unstable();
        for file in files.into_iter().take(MAX_ALIAS_FILES) {
            let imports = self.find.imports_of(file);
            for alias in imports.aliases_of(fold(ROOT, *head)) {
                let whole: Vec<u64> = alias.path.iter().chain(rest).copied().collect();
                if let Some(outcome) = self.in_namespace(&whole, name) {
                    return Some(outcome);
                }
            }
        }
        None
    }

    /// What a path means that names an inline namespace, or leaves one out: which are inline, another file may say.
    pub(super) fn through_inline(&mut self, path: &str, name: u64) -> Option<Outcome> {
        if self.find.file.rules.family != LanguageFamily::C {
            return None;
        }
        let names: Vec<u64> = path.split('.').take(AROUND).map(|name| self.find.lookup.name(name)).collect();
        if names.first().is_none_or(|first| self.find.is_language_own(*first)) {
            return None;
        }
        let folded = |without: Option<usize>| {
            let kept = names.iter().enumerate().filter(|(at, _)| Some(*at) != without);
            kept.fold(ROOT, |scope, (_, name)| fold(scope, *name))
        };
        let whole = folded(None);
        let shorter: Vec<u64> = (1..names.len()).map(|at| folded(Some(at))).collect();
        let mut defs = self.find.defs_anywhere(name)?;
        let id = self.find.id;
        defs.retain(|def| {
            let fits = def.form != Form::Made
                && def.kind != SymbolKind::Method
                && (def.exported || def.file == id)
                && self
                    .whole_scope(def)
                    .is_some_and(|scope| shorter.contains(&scope) || scope == fold(whole, def.owner));
            fits && self.reaches(def.file)
        });
        (!defs.is_empty()).then_some(Outcome::Likely(defs, false))
    }

    /// Whether a path names one of the namespaces around some of these, as far as they are known.
    pub(super) fn may_be_in_namespace(&mut self, path: &str, defs: &[Def]) -> bool {
        if self.find.file.rules.family != LanguageFamily::C {
            return true;
        }
        let names: Vec<u64> = path.split('.').take(AROUND).map(|name| self.find.lookup.name(name)).collect();
        defs.iter().any(|def| {
            self.names_around(def)
                .is_none_or(|around| around.is_empty() || around.iter().any(|name| names.contains(name)))
        })
    }

    /// Whether what is around one definition is what is around the other, but for one namespace in it.
    fn differ_by_inline(&mut self, a: &Def, b: &Def) -> bool {
        let (Some(a), Some(b)) = (self.names_around(a), self.names_around(b)) else { return false };
        let (long, short) = if a.len() > b.len() { (a, b) } else { (b, a) };
        long.len() == short.len() + 1
            && (1..long.len()).any(|left_out| {
                let kept = long.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, name)| name);
                kept.eq(short.iter())
            })
    }

    /// The names around a definition, the outermost first; none where not all are known.
    fn names_around(&mut self, def: &Def) -> Option<Vec<u64>> {
        let imports = self.find.imports_of(def.file);
        let mut names = imports.around.clone();
        if def.scope != ROOT {
            if def.scope != fold(ROOT, def.owner) {
                return None;
            }
            names.push(def.owner);
        }
        Some(names)
    }

    /// The hash of all names around a definition: with the namespaces that hold its file, which its own name leaves out. None where
    /// that cannot be told: below more than one name in such a file.
    fn whole_scope(&mut self, def: &Def) -> Option<u64> {
        let imports = self.find.imports_of(def.file);
        if imports.around.is_empty() {
            return Some(def.scope);
        }
        let around = imports.around.iter().fold(ROOT, |scope, name| fold(scope, *name));
        if def.scope == ROOT {
            Some(around)
        } else {
            (def.scope == fold(ROOT, def.owner)).then(|| fold(around, def.owner))
        }
    }
}

/// The first of the overloads that one file defines; none where several files define something, one for each system.
fn of_one_file(defs: &[Def]) -> Option<Def> {
    let first = defs.iter().min_by_key(|def| def.id)?;
    defs.iter().all(|def| def.file == first.file).then_some(*first)
}

/// Whether one may define what the other declares. What is defined outside of its namespace looks like a method.
fn is_of_kind(def: &Def, declared: &Def) -> bool {
    let is_code = |def: &Def| matches!(def.kind, SymbolKind::Function | SymbolKind::Method);
    def.kind == declared.kind || is_code(def) && is_code(declared)
}
