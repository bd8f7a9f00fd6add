//! Where a name leads from a module, a folder or a type: definitions, imports that pass a name on, inheritance.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use beadloom_model::SymbolKind;
use rustc_hash::FxHashMap;

use beadloom_resolve::ImportResolver;

use super::files::{File, module_key};
use super::imports::{Binding, Imports, Target, Wildcard};
use super::keys::{Dependencies, Key, folder};
use super::lookup::{Def, Definitions, Lookup};
use super::names::{ROOT, fold};
use super::rules::{BareImport, DeclaredPackages, Import, LanguageFamily, Package, package_of};
use super::trail::Trail;
use super::web::{Asking, Leads, Web};

/// So many modules that pass on all of others are followed for one name.
const PASSING: usize = 48;
/// Files of a folder that are looked into for one name.
const FOLDER_FILES: usize = 1_000;

/// What a name may stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entity {
    /// A module that is a file.
    File(i64),
    /// A package that is a folder, ending in `/`.
    Folder(Arc<str>),
    /// A definition.
    Symbol(Def),
    /// Something that is no part of the project.
    Outside,
}

/// A type and those that it inherits from, in the order in which a member is looked for.
#[derive(Debug, Default)]
pub struct Chain {
    /// The type itself first, but for what is prepended to it.
    pub types: Vec<Def>,
    /// Where the type itself stands among them.
    pub own: usize,
    /// Something in it is not known.
    pub open: bool,
}

/// Members of a type.
pub enum Found {
    /// These.
    Defs(Vec<Def>),
    /// None, but not all that it inherits from is known.
    Maybe,
    /// None.
    Nothing,
}

/// What a name, by its hash, stands for in a module, by its row id.
type Named = FxHashMap<(i64, u64), Rc<[Entity]>>;

/// Asks the project on behalf of one file, and writes down what was asked.
pub struct Finder<'l> {
    /// The project.
    pub lookup: &'l dyn Lookup,
    /// The file's row id.
    pub id: i64,
    /// The file.
    pub file: &'l File,
    /// What it imports.
    pub imports: Arc<Imports>,
    /// Which projects use which.
    projects: Option<&'l ImportResolver<'l>>,
    /// What was asked so far.
    pub dependencies: Dependencies,
    /// What types inherit from is not asked: that is what is being found out.
    pub inheriting: bool,
    /// All places of what is defined in several, by the row id of each.
    pub places: FxHashMap<i64, Rc<[Def]>>,
    /// The folders of bundles, by folder.
    pub bundles: FxHashMap<Rc<str>, Rc<str>>,
    /// Of types by row id.
    pub chains: FxHashMap<i64, Rc<Chain>>,
    /// What names stand for at the top of modules, without and with [`Finder::inheriting`]: a file asks for few names, many
    /// times each.
    named: [Named; 2],
    /// The same for what all that the file imports brings in.
    brought_in: [FxHashMap<u64, Rc<[Entity]>>; 2],
    /// Files that this one reaches because others bring in all of them.
    web: Web,
}

impl<'l> Finder<'l> {
    /// For the file with that row id.
    pub fn new(
        lookup: &'l dyn Lookup,
        id: i64,
        file: &'l File,
        projects: Option<&'l ImportResolver<'l>>,
    ) -> Self {
        let mut dependencies = Dependencies::default();
        let imports = imports_with_given(lookup, id, file, projects, &mut dependencies);
        Self {
            lookup,
            id,
            file,
            imports,
            projects,
            dependencies,
            inheriting: false,
            places: FxHashMap::default(),
            bundles: FxHashMap::default(),
            chains: FxHashMap::default(),
            named: Default::default(),
            brought_in: Default::default(),
            web: Web::default(),
        }
    }

    /// Definitions of a name in a file.
    pub fn defs_in(&mut self, name: u64, file: i64) -> Cow<'l, [Def]> {
        if file != self.id {
            if self.lookup.files().get(file).is_none() {
                return Cow::Borrowed(&[]);
            }
            self.dependencies.add(Key::name(name));
            self.asking().look_at(file);
        }
        self.lookup.definitions_in(name, file)
    }

    fn asking(&mut self) -> Asking<'_> {
        let (lookup, id, imports) = (self.lookup, self.id, &self.imports);
        Asking { lookup, id, imports, dependencies: &mut self.dependencies }
    }

    /// What following a wildcard for a name comes to.
    fn leads(&mut self, wildcard: &Wildcard, name: u64) -> Leads {
        let (lookup, id, imports) = (self.lookup, self.id, &self.imports);
        let mut asking = Asking { lookup, id, imports, dependencies: &mut self.dependencies };
        self.web.leads(&mut asking, wildcard, name)
    }

    /// Definitions of a name anywhere in files of the same family; `None` where there are too many to tell. Where it is parts of
    /// types that make them too many, the others.
    pub fn defs_anywhere(&mut self, name: u64) -> Option<Vec<Def>> {
        self.anywhere(name, false)
    }

    /// Likewise, but `None` also where only parts of types are too many.
    pub fn parts_anywhere(&mut self, name: u64) -> Option<Vec<Def>> {
        self.anywhere(name, true)
    }

    fn anywhere(&mut self, name: u64, all: bool) -> Option<Vec<Def>> {
        self.dependencies.add(Key::anywhere(name));
        match self.lookup.definitions(name) {
            Definitions::TooMany(None) => None,
            Definitions::TooMany(Some(_)) if all => None,
            Definitions::All(defs) | Definitions::TooMany(Some(defs)) => {
                let family = self.file.rules.family;
                let related = |def: &&Def| {
                    self.lookup.files().get(def.file).is_some_and(|file| file.rules.family == family)
                };
                let mut defs: Vec<Def> = defs.iter().filter(related).copied().collect();
                // By path: row ids say when a file came.
                defs.sort_by_cached_key(|def| {
                    let path = self.lookup.files().get(def.file).map_or("", |file| &file.path);
                    (path, def.own(), def.kind, def.id)
                });
                Some(defs)
            }
        }
    }

    /// Whether some of these are in the file's own project, or in one that this uses: then only those stay.
    pub fn keep_seen(&mut self, defs: &mut Vec<Def>) -> bool {
        let Some(language) = self.file.rules.projects else { return true };
        if defs.is_empty() {
            return true;
        }
        // Also where there are none yet: the first one to come draws the borders.
        self.dependencies.add(Key::projects());
        let Some(projects) = self.projects else { return true };
        let files = self.lookup.files();
        let sees = |def: &Def| {
            let other = files.get(def.file);
            other.is_none_or(|other| projects.sees(language, &self.file.path, &other.path))
        };
        let seen: Vec<Def> = defs.iter().filter(|def| sees(def)).copied().collect();
        let any = !seen.is_empty();
        if any {
            *defs = seen;
        }
        any
    }

    /// Of definitions, those in the project that a file is of.
    pub fn keep_project_of(&mut self, file: i64, defs: &mut Vec<Def>) {
        let Some(language) = self.file.rules.projects else { return };
        self.dependencies.add(Key::projects());
        let Some(projects) = self.projects else { return };
        let files = self.lookup.files();
        let Some(own) = files.get(file) else { return };
        defs.retain(|def| {
            files.get(def.file).is_none_or(|other| projects.is_one(language, &own.path, &other.path))
        });
    }

    /// Definitions of a name in the files of a folder.
    pub fn defs_in_folder(&mut self, name: u64, folder: &str) -> Vec<Def> {
        self.dependencies.add(Key::name(name));
        self.dependencies.add(Key::looked_into(folder));
        let family = self.file.rules.family;
        let files = self.lookup.files().in_folder(folder);
        let related = files
            .iter()
            .take(FOLDER_FILES)
            .filter(|id| self.lookup.files().get(**id).is_some_and(|file| file.rules.family == family));
        related.flat_map(|id| self.lookup.definitions_in(name, *id).into_owned()).collect()
    }

    /// Definitions of a name in the module that an import names by its folder.
    fn defs_in_module(&mut self, name: u64, folder: &str) -> Vec<Def> {
        if self.file.rules.package != Package::Target {
            return self.defs_in_folder(name, folder);
        }
        // A target has what is below its folder, too.
        match self.defs_anywhere(name) {
            Some(mut defs) => {
                let files = self.lookup.files();
                defs.retain(|def| files.get(def.file).is_some_and(|file| file.path.starts_with(folder)));
                defs
            }
            None => self.defs_in_folder(name, folder),
        }
    }

    /// Top-level definitions of a name that need no import.
    pub fn defs_in_package(&mut self, name: u64) -> Vec<Def> {
        if let Some(mut defs) = self.defs_in_declared_package(name) {
            defs.retain(|def| def.file != self.id);
            return defs;
        }
        let (rules, path) = (self.file.rules, &*self.file.path);
        let package = package_of(rules, path);
        let own_folder = folder(path);
        let source_root = own_folder.trim_end_matches('/') != package && own_folder != "./";
        let spread = source_root || rules.package == Package::Target;
        let mut defs = match spread.then(|| self.defs_anywhere(name)).flatten() {
            // Of several folders, each may have a part of the package.
            Some(mut all) => {
                all.retain(|def| {
                    self.lookup
                        .files()
                        .get(def.file)
                        .is_some_and(|file| package_of(rules, &file.path) == package)
                });
                all
            }
            None => self.defs_in_folder(name, own_folder),
        };
        let undeclared = rules.declared_packages != DeclaredPackages::None && self.imports.around.is_empty();
        defs.retain(|def| {
            def.scope == ROOT && def.file != self.id && (!undeclared || self.package(def.file) == ROOT)
        });
        defs
    }

    /// What a name stands for at the top of a module.
    pub fn named(&mut self, file: i64, name: u64) -> Vec<Entity> {
        let known = self.named.get(usize::from(self.inheriting)).and_then(|of| of.get(&(file, name)));
        if let Some(known) = known {
            return known.to_vec();
        }
        let found = self.named_once(file, name, &mut Trail::default());
        if let Some(of) = self.named.get_mut(usize::from(self.inheriting)) {
            of.insert((file, name), found.as_slice().into());
        }
        found
    }

    /// What a name stands for among all that the file imports.
    pub fn brought_in(&mut self, name: u64) -> Vec<Entity> {
        let known = self.brought_in.get(usize::from(self.inheriting)).and_then(|of| of.get(&name));
        if let Some(known) = known {
            return known.to_vec();
        }
        let imports = Arc::clone(&self.imports);
        let found: Vec<Entity> = imports
            .wildcards
            .iter()
            .flat_map(|wildcard| self.through_once(wildcard, name, &mut Trail::default()))
            .collect();
        if let Some(of) = self.brought_in.get_mut(usize::from(self.inheriting)) {
            of.insert(name, found.as_slice().into());
        }
        found
    }

    fn named_once(&mut self, file: i64, name: u64, trail: &mut Trail) -> Vec<Entity> {
        if !trail.begin(file, name) {
            return Vec::new();
        }
        let found = self.look_into(file, name, trail);
        trail.end();
        found
    }

    fn look_into(&mut self, file: i64, name: u64, trail: &mut Trail) -> Vec<Entity> {
        let defs = self.defs_in(name, file);
        let mut found: Vec<Entity> =
            defs.iter().filter(|def| def.scope == ROOT).map(|def| Entity::Symbol(*def)).collect();
        if !found.is_empty() {
            return found;
        }
        let imports = self.imports_of(file);
        for binding in imports.of(fold(ROOT, name)) {
            found.extend(self.follow_once(binding, trail));
        }
        for alias in imports.aliases_of(fold(ROOT, name)) {
            found.extend(self.along(file, &alias.path, trail));
        }
        if found.is_empty() {
            found.extend(self.submodule(file, name));
        }
        if found.is_empty() {
            let passed_on = |wildcard: &&Wildcard| imports.passes_on || wildcard.passed_on;
            let mut follows = false;
            for wildcard in imports.wildcards.iter().filter(passed_on) {
                match self.leads(wildcard, name) {
                    Leads::Nowhere => {}
                    Leads::Outside => found.push(Entity::Outside),
                    // Only what leads to the name counts.
                    Leads::Somewhere if !follows && trail.passing >= PASSING => break,
                    Leads::Somewhere => {
                        trail.passing += usize::from(!follows);
                        follows = true;
                        found.extend(self.followed(wildcard, name, trail));
                    }
                }
            }
        }
        tidy(found)
    }

    /// Whether a namespace of that name is the language's own.
    pub fn is_language_own(&self, name: u64) -> bool {
        let known = self.file.rules.hidden_namespaces.unwrap_or_default();
        known.iter().any(|known| self.lookup.name(known) == name)
    }

    /// What a path leads to from a file.
    fn along(&mut self, file: i64, path: &[u64], trail: &mut Trail) -> Vec<Entity> {
        let Some((first, rest)) = path.split_first() else { return Vec::new() };
        if self.is_language_own(*first) {
            return vec![Entity::Outside];
        }
        let mut found = self.named_once(file, *first, trail);
        let is_namespace = |entity: &Entity| match entity {
            Entity::File(_) => true,
            Entity::Symbol(def) => def.kind == SymbolKind::Module,
            Entity::Folder(_) | Entity::Outside => false,
        };
        if found.iter().any(is_namespace) {
            // Files that are included are of the same namespace, and nearer to what it is asked for.
            for wildcard in &self.imports_of(file).wildcards {
                found.extend(self.through_once(wildcard, *first, trail));
            }
            found = tidy(found);
        }
        for name in rest {
            found = trail.apart(|trail| self.members_once(&found, *name, trail));
        }
        found
    }

    /// What a name stands for in any of several things. Of files that a namespace of C++ is spread over, what one of them
    /// defines comes before what others do that they include.
    pub fn members_of_any(&mut self, of: &[Entity], name: u64) -> Vec<Entity> {
        let found = self.defined_in_any(of, name);
        if !found.is_empty() {
            return found;
        }
        let mut found = Vec::new();
        for entity in of {
            found.extend(match entity {
                Entity::File(file) => {
                    let named = self.named(*file, name);
                    if named.is_empty() {
                        self.member_of_whole(*file, name, &mut Trail::default())
                    } else {
                        named
                    }
                }
                entity => self.member(entity, name, &mut Trail::default()),
            });
        }
        found
    }

    /// The same on the way to another name.
    fn members_once(&mut self, of: &[Entity], name: u64, trail: &mut Trail) -> Vec<Entity> {
        let found = self.defined_in_any(of, name);
        if !found.is_empty() {
            return found;
        }
        of.iter().flat_map(|entity| trail.apart(|trail| self.member(entity, name, trail))).collect()
    }

    /// What files of C and C++ define of a name themselves, at their top.
    fn defined_in_any(&mut self, of: &[Entity], name: u64) -> Vec<Entity> {
        if self.file.rules.family != LanguageFamily::C {
            return Vec::new();
        }
        let files = of.iter().filter_map(|entity| match entity {
            Entity::File(file) => Some(*file),
            _ => None,
        });
        let mut defs = Vec::new();
        for file in files {
            defs.extend(self.defs_in(name, file).iter().filter(|def| def.scope == ROOT).copied());
        }
        tidy(defs.into_iter().map(Entity::Symbol).collect())
    }

    /// What a file imports.
    pub fn imports_of(&mut self, file: i64) -> Arc<Imports> {
        self.asking().imports_of(file)
    }

    /// What a file imports, for the files that it leads to.
    pub fn targets_of(&mut self, file: i64) -> Arc<Imports> {
        if file == self.id {
            return Arc::clone(&self.imports);
        }
        if let Some(other) = self.lookup.files().get(file) {
            self.dependencies.add(Key::targets(&other.path));
        }
        self.lookup.imports(file)
    }

    /// What an import's local name stands for.
    pub fn follow(&mut self, binding: &Binding) -> Vec<Entity> {
        self.follow_once(binding, &mut Trail::default())
    }

    fn follow_once(&mut self, binding: &Binding, trail: &mut Trail) -> Vec<Entity> {
        let mut found = Vec::new();
        match &binding.target {
            Target::Outside => return vec![Entity::Outside],
            Target::File(file) if !binding.qualified.is_empty() => {
                let defs = self.defs_in(binding.name, *file);
                let named = |own: &u64| -> Vec<Entity> {
                    defs.iter().filter(|def| def.own() == *own).map(|def| Entity::Symbol(*def)).collect()
                };
                found = binding.qualified.iter().map(named).find(|defs| !defs.is_empty()).unwrap_or_default();
                if found.is_empty() {
                    found = self.named_once(*file, binding.name, trail);
                }
            }
            Target::Folder(folder) if !binding.qualified.is_empty() => {
                let defs = self.defs_in_module(binding.name, folder);
                let named = |own: &u64| -> Vec<Entity> {
                    defs.iter().filter(|def| def.own() == *own).map(|def| Entity::Symbol(*def)).collect()
                };
                found = binding.qualified.iter().map(named).find(|defs| !defs.is_empty()).unwrap_or_default();
            }
            Target::File(_) | Target::Folder(_) => {}
        }
        // What a module of CommonJS gives as a whole is its default to those that import one.
        let whole = found.is_empty()
            && self.file.rules.family == LanguageFamily::Ecma
            && binding.name == self.lookup.name("default");
        if binding.module || whole {
            match &binding.target {
                Target::File(file) => found.push(Entity::File(*file)),
                Target::Folder(folder) => found.push(Entity::Folder(folder.clone())),
                Target::Outside => {}
            }
        }
        found
    }

    /// What a name stands for among all that an import brings in.
    fn through_once(&mut self, wildcard: &Wildcard, name: u64, trail: &mut Trail) -> Vec<Entity> {
        match self.leads(wildcard, name) {
            Leads::Somewhere => self.followed(wildcard, name, trail),
            Leads::Outside => vec![Entity::Outside],
            Leads::Nowhere => Vec::new(),
        }
    }

    /// The same of an import that may lead to the name.
    fn followed(&mut self, wildcard: &Wildcard, name: u64, trail: &mut Trail) -> Vec<Entity> {
        match &wildcard.target {
            Target::Outside => vec![Entity::Outside],
            Target::File(file) if wildcard.of.is_some() => {
                let types = wildcard.of.map(|of| self.named_once(*file, of, trail)).unwrap_or_default();
                types.iter().flat_map(|of| self.given_on(of, name)).collect()
            }
            Target::Folder(folder) => {
                let defs = self.defs_in_module(name, folder);
                defs.into_iter().filter(|def| def.scope == ROOT).map(Entity::Symbol).collect()
            }
            Target::File(file) => {
                let defs = self.defs_in(name, *file);
                let within = |def: &&Def| wildcard.scopes.contains(&def.scope);
                let found: Vec<Entity> = defs.iter().filter(within).map(|def| Entity::Symbol(*def)).collect();
                if found.is_empty() { self.named_once(*file, name, trail) } else { found }
            }
        }
    }

    /// A member of a type that its module gives on as a name of its own: a constructor, a method of a class. What
    /// an instance defines is none of these.
    fn given_on(&mut self, of: &Entity, name: u64) -> Vec<Entity> {
        let Entity::Symbol(of) = of else { return Vec::new() };
        let member = fold(of.own(), name);
        let defs = self.defs_in(name, of.file);
        let imports = self.imports_of(of.file);
        let given = imports.of(fold(ROOT, name)).iter().any(|binding| binding.qualified.contains(&member));
        let defs = if given { defs } else { Cow::Borrowed(&[][..]) };
        defs.iter().filter(|def| def.own() == member).map(|def| Entity::Symbol(*def)).collect()
    }

    /// A module below a package, which needs no import of its own once something has imported it.
    fn submodule(&mut self, package: i64, name: u64) -> Option<Entity> {
        let file = self.lookup.files().get(package)?;
        if file.rules.import != Import::Names(BareImport::Dotted) {
            return None;
        }
        let folder = file.path.strip_suffix("__init__.py")?;
        self.below(folder, name)
    }

    /// The module of that name in a folder of modules.
    fn below(&mut self, folder: &str, name: u64) -> Option<Entity> {
        self.dependencies.add(Key::module(module_key(folder, name)));
        self.lookup.files().module_in(folder, name).map(Entity::File)
    }

    /// What a name stands for in something else.
    fn member(&mut self, of: &Entity, name: u64, trail: &mut Trail) -> Vec<Entity> {
        match of {
            Entity::Outside => vec![Entity::Outside],
            Entity::File(file) => {
                let found = self.named_once(*file, name, trail);
                if found.is_empty() { self.member_of_whole(*file, name, trail) } else { found }
            }
            Entity::Folder(folder) => {
                let defs = self.defs_in_module(name, folder);
                let found: Vec<Entity> =
                    defs.into_iter().filter(|def| def.scope == ROOT).map(Entity::Symbol).collect();
                if found.is_empty() && self.file.rules.import == Import::Names(BareImport::Dotted) {
                    return self.below(folder, name).into_iter().collect();
                }
                found
            }
            Entity::Symbol(def) => match self.members(def, name) {
                Found::Defs(defs) => defs.into_iter().map(Entity::Symbol).collect(),
                Found::Maybe => vec![Entity::Outside],
                Found::Nothing => Vec::new(),
            },
        }
    }

    /// A member of what a module gives as a whole: `require("./ledger").of`.
    fn member_of_whole(&mut self, file: i64, name: u64, trail: &mut Trail) -> Vec<Entity> {
        if self.file.rules.family != LanguageFamily::Ecma {
            return Vec::new();
        }
        let default = self.lookup.name("default");
        let mut found = Vec::new();
        for entity in trail.apart(|trail| self.named_once(file, default, trail)) {
            if let Entity::Symbol(def) = entity
                && let Found::Defs(defs) = self.members(&def, name)
            {
                found.extend(defs.into_iter().map(Entity::Symbol));
            }
        }
        found
    }
}

/// What a file imports, and what others of its project do for all of it (`global using` of C#).
fn imports_with_given(
    lookup: &dyn Lookup,
    id: i64,
    file: &File,
    projects: Option<&ImportResolver<'_>>,
    dependencies: &mut Dependencies,
) -> Arc<Imports> {
    let own = lookup.imports(id);
    let Some(language) = file.rules.projects else { return own };
    // Also where there are none yet.
    dependencies.add(Key::projects());
    let mut given = Vec::new();
    for giver in lookup.givers().iter().filter(|giver| **giver != id) {
        let Some(other) = lookup.files().get(*giver) else { continue };
        if projects.is_none_or(|projects| projects.is_one(language, &file.path, &other.path)) {
            dependencies.add(Key::imports(&other.path));
            given.push(lookup.imports(*giver));
        }
    }
    if given.is_empty() { own } else { Arc::new(own.with(&given)) }
}

/// Each once; what is outside only where nothing else is.
fn tidy(mut found: Vec<Entity>) -> Vec<Entity> {
    let mut kept: Vec<Entity> = Vec::with_capacity(found.len());
    for entity in found.drain(..) {
        if !kept.contains(&entity) {
            kept.push(entity);
        }
    }
    if kept.iter().any(|entity| *entity != Entity::Outside) {
        kept.retain(|entity| *entity != Entity::Outside);
    }
    kept
}
