//! What a member means of a value of unknown type: only what is within reach of the file may tell.

use std::rc::Rc;

use beadloom_model::{LOADED_MODULE, LanguageId, ReferenceKind, SymbolKind};
use beadloom_store::MAX_REFERENCE_CANDIDATES;

use super::outcome::Outcome;
use super::reached::Reach;
use super::{Resolver, is_member, symbols};
use crate::references::builtins::is_everyday;
use crate::references::candidates::choose;
use crate::references::find::Entity;
use crate::references::keys::folder;
use crate::references::lookup::{Def, Form};
use crate::references::names::{ROOT, fold, hash};
use crate::references::rules::{LanguageFamily, Package, package_of};

/// A part of a type may hold what can be called, but what calls it says of whom. In Lua a table's functions are its members.
fn is_called(def: &Def, family: LanguageFamily) -> bool {
    let lua = family == LanguageFamily::Of(LanguageId::Lua);
    let is_function = lua && def.kind == SymbolKind::Function && def.scope != ROOT;
    (is_member(def) || is_function) && def.form != Form::Part
}

impl Resolver<'_> {
    /// A member of a value of which nothing is known: of some type, or of a module that the file loads and hands on.
    pub(super) fn value(&mut self, name: u64, text: &str) -> Outcome {
        let outcome = self.member_of_a_type(name, text);
        let loaded = self.in_modules_handed_on(name);
        match outcome {
            outcome if loaded.is_empty() => outcome,
            Outcome::Likely(mut defs, _) => {
                defs.extend(
                    loaded
                        .into_iter()
                        .filter(|one| defs.iter().all(|def| def.id != one.id))
                        .collect::<Vec<_>>(),
                );
                Outcome::Likely(defs, false)
            }
            _ => Outcome::Likely(loaded, false),
        }
    }

    /// What modules call so that the file loads without saying where they go.
    fn in_modules_handed_on(&mut self, name: u64) -> Vec<Def> {
        // Where the default is used, the load says; objects have keys of that name, too.
        if self.find.file.rules.family != LanguageFamily::Ecma || name == hash("default") {
            return Vec::new();
        }
        let imports = std::sync::Arc::clone(&self.find.imports);
        let bindings = imports.of(fold(ROOT, hash(LOADED_MODULE)));
        let modules: Vec<Entity> = bindings.iter().flat_map(|binding| self.find.follow(binding)).collect();
        if modules.is_empty() { Vec::new() } else { symbols(&self.find.members_of_any(&modules, name)) }
    }

    /// A member of some type: whose, only a single candidate within reach can tell.
    fn member_of_a_type(&mut self, name: u64, text: &str) -> Outcome {
        if self.reading {
            return self.read(name);
        }
        let family = self.find.file.rules.family;
        match self.find.defs_anywhere(name) {
            Some(mut defs) => {
                defs.retain(|def| is_called(def, family));
                let is_seen = self.find.keep_seen(&mut defs);
                let one = choose(defs.clone(), ReferenceKind::Call, family);
                let within_reach = match one.as_slice() {
                    [] => return Outcome::Nothing,
                    // What wraps a value passes calls on to it by their own names: of what type it is, nothing says.
                    [_] if self.around == Some(name) => false,
                    [one] => is_seen && !self.may_be_anyones(text) && self.reaches(one.file),
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
                    defs.extend(self.find.defs_in(name, file).iter().filter(|def| is_called(def, family)));
                }
                if defs.is_empty() { Outcome::Common } else { Outcome::Likely(defs, false) }
            }
        }
    }

    /// A member that is read. Fields are no definitions in most languages, and share their names with properties of other
    /// types; where whatever can be read is a definition, it is one of those of that name, or nothing of the project.
    fn read(&mut self, name: u64) -> Outcome {
        let all_known = matches!(
            self.find.file.rules.family,
            LanguageFamily::Of(LanguageId::CSharp | LanguageId::Swift | LanguageId::Scala)
                | LanguageFamily::Jvm
        );
        let mut defs = match self.find.parts_anywhere(name) {
            Some(defs) if all_known => defs,
            _ => return Outcome::Common,
        };
        defs.retain(|def| is_member(def) || def.kind == SymbolKind::Constant && def.scope != ROOT);
        self.find.keep_seen(&mut defs);
        if defs.is_empty() || defs.len() > MAX_REFERENCE_CANDIDATES {
            return Outcome::Common;
        }
        Outcome::Likely(defs, false)
    }

    /// Whether other types, of the language or of libraries, may have a member of that name too.
    fn may_be_anyones(&self, text: &str) -> bool {
        let rules = self.find.file.rules;
        // What begins with a small letter in Go is of the same package.
        let of_package =
            rules.family == LanguageFamily::Of(LanguageId::Go) && !text.starts_with(char::is_uppercase);
        !of_package && is_everyday(rules, text)
    }

    /// Whether a file is this one, or one of its package, or imported by it or by what it imports.
    pub(super) fn reaches(&mut self, file: i64) -> bool {
        if file == self.find.id {
            return true;
        }
        let Some(other) = self.find.lookup.files().get(file) else { return false };
        let own = self.find.file;
        if self.find.is_of_package(file) {
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

    pub(super) fn direct(&mut self) -> Rc<Reach> {
        let reach = self.direct.get_or_insert_with(|| {
            let mut reach = Reach::default();
            reach.add(&self.find.imports);
            Rc::new(reach)
        });
        Rc::clone(reach)
    }

    pub(super) fn beyond(&mut self) -> Rc<Reach> {
        if let Some(reach) = &self.beyond {
            return Rc::clone(reach);
        }
        let direct = self.direct();
        let mut files: Vec<i64> = direct.files.iter().copied().collect();
        files.sort_unstable();
        let mut reach = Reach::default();
        for file in files {
            reach.add(&self.find.targets_of(file));
        }
        let reach = Rc::new(reach);
        self.beyond = Some(Rc::clone(&reach));
        reach
    }
}
