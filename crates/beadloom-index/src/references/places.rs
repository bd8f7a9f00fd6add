//! Things that are defined in several places: types that are opened again, parts of a type, and what each platform
//! has of its own.

use std::rc::Rc;

use beadloom_model::{LanguageId, SymbolKind};
use beadloom_store::MAX_PLACES_ITEMS;

use super::files::File;
use super::find::Finder;
use super::keys::{GEMSPEC, Key};
use super::lookup::{Def, Form};
use super::packages::source_set;
use super::resolve::is_loaded_for;
use super::rules::LanguageFamily;

/// Places of a module: one with more is there to hold others.
const MAX_MODULE_PLACES: usize = 8;

impl Finder<'_> {
    /// All places of the one thing that several definitions are; None where they are several things. `defs`: at least
    /// one.
    pub fn places_of_all(&mut self, defs: &[Def]) -> Option<Rc<[Def]>> {
        let files = self.lookup.files();
        let open_types = self.file.rules.open_types;
        // By path: row ids say when a file came.
        let first = defs.iter().min_by_key(|def| {
            let path = files.get(def.file).map_or("", |file| &*file.path);
            (open_types && self.is_aside(def.file), path, def.own(), def.id)
        })?;
        if defs.len() > 1 && defs.iter().any(|def| def.own() != first.own()) {
            return None;
        }
        let places = self.places(first);
        let is_place = |def: &Def| places.iter().any(|place| place.file == def.file);
        // What a test adds to a type is not where it is defined.
        let is_opened = first.is_type() || first.kind == SymbolKind::Module;
        let may_add =
            open_types && is_opened && places.first().is_some_and(|place| !self.is_aside(place.file));
        let is_added = |def: &Def| may_add && self.is_aside(def.file);
        let is_one = defs.iter().all(|def| is_place(def) || is_added(def));
        // A name with too many definitions to look at is that of a module which all others stand in.
        let is_known =
            defs.len() == 1 || !is_opened || !open_types || self.defs_anywhere(first.name).is_some();
        (is_one && is_known).then_some(places)
    }

    /// Of the places of one thing, those that a reference to it leads to. A module is opened wherever something is put
    /// into it: the file that is named after it is the one that defines it.
    pub fn led_to<'p>(&self, places: &'p [Def]) -> &'p [Def] {
        let is_module = places.first().is_some_and(|first| first.kind == SymbolKind::Module);
        let path = |def: &Def| self.lookup.files().get(def.file).map_or("", |file| &*file.path);
        let most = match places.first() {
            Some(first) if is_module && is_loaded_for(path(first), first.own()) => 1,
            _ if is_module => MAX_MODULE_PLACES,
            _ => MAX_PLACES_ITEMS,
        };
        places.get(..most).unwrap_or(places)
    }

    /// All places where what a definition defines is defined, its own place first.
    pub fn places(&mut self, of: &Def) -> Rc<[Def]> {
        if let Some(known) = self.places.get(&of.id) {
            return Rc::clone(known);
        }
        let mut found = match self.file.rules.family {
            LanguageFamily::Of(LanguageId::Ruby) => self.opened_again(of),
            LanguageFamily::Of(LanguageId::CSharp) if of.form == Form::Partial => self.parts(of),
            LanguageFamily::Jvm if self.is_kotlin(of.file) => self.of_platforms(of),
            _ => Vec::new(),
        };
        if found.is_empty() {
            found.push(*of);
        }
        let found: Rc<[Def]> = found.into();
        self.places.insert(of.id, Rc::clone(&found));
        found
    }

    /// Ruby: of things of one whole name, those of the file's own bundle, where there are some.
    pub fn keep_own_bundle(&mut self, defs: &mut Vec<Def>) {
        if defs.len() < 2 || self.file.rules.family != LanguageFamily::Of(LanguageId::Ruby) {
            return;
        }
        let own = self.bundle(self.id);
        let mut kept = defs.clone();
        kept.retain(|def| self.bundle(def.file) == own);
        // Of each whole name, for a nearer scope may be of another bundle.
        let has_own = |def: &Def| kept.iter().any(|one| one.own() == def.own());
        let others: Vec<Def> = defs.iter().filter(|def| !has_own(def)).copied().collect();
        *defs = kept;
        defs.extend(others);
    }

    /// Ruby: of members of a type, those that its own bundle has; others too where it has none, unless `alone`.
    pub fn keep_bundle_of(&mut self, of: &Def, defs: &mut Vec<Def>, alone: bool) {
        if defs.is_empty() || self.file.rules.family != LanguageFamily::Of(LanguageId::Ruby) {
            return;
        }
        let bundle = self.bundle(of.file);
        let mut own = defs.clone();
        own.retain(|def| self.bundle(def.file) == bundle);
        if alone || !own.is_empty() {
            *defs = own;
        }
    }

    /// Ruby: wherever a class or module of the same bundle is opened. What tests and examples add is left out.
    fn opened_again(&mut self, of: &Def) -> Vec<Def> {
        if !of.is_type() && of.kind != SymbolKind::Module {
            return Vec::new();
        }
        let mut all = self.defs_anywhere(of.name).unwrap_or_default();
        all.retain(|def| {
            def.own() == of.own() && def.is_type() == of.is_type() && (def.is_type() || def.kind == of.kind)
        });
        if all.len() < 2 {
            return all;
        }
        all.retain(|def| !self.is_aside(def.file));
        let bundle = self.bundle(of.file);
        all.retain(|def| self.bundle(def.file) == bundle);
        // The file that is named after it comes first.
        let files = self.lookup.files();
        all.sort_by_cached_key(|def| {
            let path = files.get(def.file).map_or("", |file| &file.path);
            (!is_loaded_for(path, def.own()), path.to_owned(), def.id)
        });
        // Opened twice in one file, it stands there once.
        let mut seen = Vec::new();
        all.retain(|def| {
            let is_new = !seen.contains(&def.file);
            seen.push(def.file);
            is_new
        });
        all
    }

    /// C#: the parts of a type in one namespace of one project.
    fn parts(&mut self, of: &Def) -> Vec<Def> {
        let mut all = self.defs_anywhere(of.name).unwrap_or_default();
        let package = self.package(of.file);
        all.retain(|def| {
            def.form == Form::Partial
                && def.own() == of.own()
                && def.kind == of.kind
                && self.package(def.file) == package
        });
        if all.len() > 1 {
            self.keep_project_of(of.file, &mut all);
        }
        all.sort_by_key(|def| def.file != of.file && self.is_generated_half(def.file));
        all
    }

    /// Kotlin: what is expected of platforms, and what each has for it; the sources of a module that go together.
    fn of_platforms(&mut self, of: &Def) -> Vec<Def> {
        let mut all = self.defs_anywhere(of.name).unwrap_or_default();
        let files = self.lookup.files();
        let set_of = |file: i64| files.get(file).and_then(|file| source_set(&file.path));
        let Some((module, own_set)) = set_of(of.file) else { return Vec::new() };
        let package = self.package(of.file);
        all.retain(|def| {
            def.own() == of.own()
                && self.is_kotlin(def.file)
                && set_of(def.file).is_some_and(|(other, _)| other == module)
                && self.package(def.file) == package
                && !self.is_aside(def.file)
        });
        // Two in one set of sources are two things.
        let mut sets: Vec<&str> = all.iter().filter_map(|def| Some(set_of(def.file)?.1)).collect();
        sets.sort_unstable();
        sets.dedup();
        if sets.len() < all.len() || all.len() < 2 || !all.iter().any(|def| def.id == of.id) {
            return Vec::new();
        }
        all.sort_by_key(|def| {
            set_of(def.file).is_none_or(|(_, set)| !set.starts_with("common") && set != own_set)
        });
        all
    }

    fn is_kotlin(&self, file: i64) -> bool {
        let path = self.lookup.files().get(file).map_or("", |file| &file.path);
        LanguageId::of_path(path) == Some(LanguageId::Kotlin)
    }

    fn is_generated_half(&self, file: i64) -> bool {
        let path = self.lookup.files().get(file).map_or("", |file| &file.path);
        let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
        name.split('.').count() > 2
    }

    /// Whether what a file defines is for tests or examples alone.
    pub fn is_aside(&self, file: i64) -> bool {
        self.lookup.files().get(file).is_some_and(File::is_aside)
    }

    /// The folder of the nearest `Gemfile`: what is below is loaded together. Where there is none, that of the nearest gem;
    /// the root where there is none either.
    fn bundle(&mut self, file: i64) -> Rc<str> {
        let files = self.lookup.files();
        let path = files.get(file).map_or("", |file| &file.path);
        let mut folder = path.rfind('/').map_or("", |at| path.get(..=at).unwrap_or(""));
        let start: Rc<str> = folder.into();
        if let Some(known) = self.bundles.get(&start) {
            return Rc::clone(known);
        }
        let mut gem = None;
        let found = loop {
            let gemfile = format!("{folder}Gemfile");
            self.dependencies.add(Key::imports(&gemfile));
            self.dependencies.add(Key::gemspecs(folder));
            let listed = files.in_folder(if folder.is_empty() { "./" } else { folder });
            let is = |known: &dyn Fn(&str) -> bool| {
                listed.iter().any(|id| files.get(*id).is_some_and(|file| known(&file.path)))
            };
            if is(&|path| *path == *gemfile) {
                break folder;
            }
            if gem.is_none() && is(&|path| path.ends_with(GEMSPEC)) {
                gem = Some(folder);
            }
            if folder.is_empty() {
                break gem.unwrap_or("");
            }
            let above = folder.trim_end_matches('/');
            folder = above.rfind('/').map_or("", |at| above.get(..=at).unwrap_or(""));
        };
        let found: Rc<str> = found.into();
        self.bundles.insert(start, Rc::clone(&found));
        found
    }
}
