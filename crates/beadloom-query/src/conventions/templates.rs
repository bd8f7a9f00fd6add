//! Who shows a template: by the name that code or another template writes, or by the name of an action.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use beadloom_conventions::{Role, Rule, TABLE, Thing};
use beadloom_model::{Result, SymbolKind};
use beadloom_store::{Confidence, ConventionRow};

use super::links::{ConventionLink, Target};
use super::pages::{around, view_places};
use super::project::Conventions;
use crate::lists::each_once;

/// Files of one name.
const MAX_FILES: usize = 8;

/// Places that name one template.
const MAX_TEMPLATE_USES: usize = 500;

/// Where classes of components lie in Laravel, and what makes models for tests.
const VIEW_CLASSES: &str = "app/View/Components/";
const FACTORIES: &str = "database/factories/";

/// The folder of templates in Ruby.
const VIEWS: &str = "app/views/";

impl Conventions<'_> {
    /// Links to a template, or to the action that a template is shown by.
    pub(super) fn add_showing(&mut self, file: i64, links: &mut Vec<ConventionLink>) -> Result<()> {
        let path = self.facts.path(file)?;
        let rules = self.rules(|row| matches!(row.rule, Rule::Templates(..)))?;
        let names: Vec<String> = each_once(
            rules
                .iter()
                .filter_map(|rule| match TABLE.get(usize::from(*rule))?.rule {
                    Rule::Templates(_, folder) => Some(names_of(&path, folder)),
                    _ => None,
                })
                .flatten(),
        );
        if !names.is_empty() {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            for mark in self.store.conventions_named(&names, &[Role::Uses.number()], MAX_TEMPLATE_USES)? {
                links.extend(self.of_mark(&mark)?.into_iter().filter(|link| link.used_file == file));
            }
        }
        let pairs = self.pairs(&path)?.into_iter().chain(self.beside(&path)?).chain(self.mirrors(&path)?);
        links.extend(pairs.filter(|link| link.used_file == file));
        Ok(())
    }

    /// Links from what a file shows, or from a template to the action that shows it.
    pub(super) fn add_shown(&mut self, file: i64, links: &mut Vec<ConventionLink>) -> Result<()> {
        let path = self.facts.path(file)?;
        for mark in self.facts.marks(file)?.iter() {
            links.extend(self.of_mark(mark)?);
        }
        let pairs = self.pairs(&path)?.into_iter().chain(self.beside(&path)?).chain(self.mirrors(&path)?);
        links.extend(pairs.filter(|link| link.user_file == file));
        Ok(())
    }

    /// Links from a place that names a template.
    fn of_mark(&mut self, mark: &ConventionRow) -> Result<Vec<ConventionLink>> {
        let Some(row) = TABLE.get(usize::from(mark.rule)) else { return Ok(Vec::new()) };
        let Rule::Uses(thing, _) = row.rule else { return Ok(Vec::new()) };
        if !is_file(thing) || !self.holds(row)? {
            return Ok(Vec::new());
        }
        let path = self.facts.path(mark.file_id)?;
        let is_guess = thing == Thing::Object;
        let mut found: Vec<(i64, String)> =
            if is_guess { self.partial(&path, &mark.name)? } else { Vec::new() };
        let rules =
            self.rules(|other| matches!(other.rule, Rule::Templates(of, _) if of == thing && !is_guess))?;
        for rule in rules {
            let Some(Rule::Templates(_, folder)) = TABLE.get(usize::from(rule)).map(|row| row.rule) else {
                continue;
            };
            found.extend(self.templates(folder, &path, &mark.name)?);
        }
        found.sort_by(|a, b| a.1.cmp(&b.1));
        found.dedup();
        found.truncate(MAX_FILES);
        let user = self.facts.around(mark)?;
        let verb = verb(thing);
        let reason: Arc<str> = format!("{verb} {} ({})", mark.name, row.framework).into();
        if thing == Thing::Layout {
            keep_nearest(&mut found, &path);
        }
        // Which part of the project something is of, its kind says, and not its name.
        let parts: BTreeSet<&str> =
            found.iter().filter_map(|(_, path)| Some(path.rsplit_once('/')?.0)).collect();
        let (confidence, candidates) = match parts.len() {
            // Of two parts of a project with a template of that name one shows it.
            more @ 2.. => (Confidence::Ambiguous, more),
            _ => (Confidence::Unique, 1),
        };
        let mut links = Vec::with_capacity(found.len());
        for (used, path) in &found {
            // What is a class has a definition.
            let is_class =
                matches!(thing, Thing::Factory | Thing::BladeComponent) && !path.contains(".blade.");
            let target = (*used, if is_class { self.class_of(*used)? } else { None });
            let link = ConventionLink::sure((mark.file_id, user), mark.line, target, Arc::clone(&reason));
            links.push(ConventionLink { confidence, candidates, ..link });
        }
        Ok(links)
    }

    /// The partials of a kind: in the same part of the project, and in none.
    fn partial(&mut self, path: &str, name: &str) -> Result<Vec<(i64, String)>> {
        let (Some((root, own)), Some((above, last))) = (own_folder(path), name.rsplit_once('/')) else {
            return Ok(Vec::new());
        };
        let start = format!("{above}/_{last}.");
        let mut found = self.store.files_beginning(&format!("{root}{VIEWS}{start}"), MAX_FILES)?;
        if let Some((part, _)) = own.rsplit_once('/') {
            found.extend(self.store.files_beginning(&format!("{root}{VIEWS}{part}/{start}"), MAX_FILES)?);
        }
        Ok(found)
    }

    /// The templates that a name means in a file.
    fn templates(&mut self, folder: &'static str, path: &str, name: &str) -> Result<Vec<(i64, String)>> {
        let Some((before, after)) = folder.split_once("{}") else { return Ok(Vec::new()) };
        if before == VIEWS {
            let Some((root, own)) = own_folder(path) else { return Ok(Vec::new()) };
            let name = if name.contains('/') { name.to_owned() } else { format!("{own}/{name}") };
            let (above, last) = name.rsplit_once('/').unwrap_or(("", &name));
            // Some write the mark of a partial out.
            let last = last.trim_start_matches('_');
            for name in [format!("{above}/_{last}"), format!("{above}/{last}")] {
                let found = self.store.files_beginning(&format!("{root}{VIEWS}{name}{after}"), MAX_FILES)?;
                if !found.is_empty() {
                    return Ok(found);
                }
            }
            return Ok(Vec::new());
        }
        if after == ".cshtml" {
            for place in view_places(path, name) {
                if let Some(file) = self.store.file_id(&place)? {
                    return Ok(vec![(file, place)]);
                }
            }
            return Ok(Vec::new());
        }
        let name = match after {
            _ if after.contains("blade") => name.replace('.', "/"),
            _ if before == VIEW_CLASSES => studly(name),
            _ => name.to_owned(),
        };
        let files = self.within(before.trim_end_matches('/'))?;
        if before == FACTORIES {
            // The folders of models may be those of what makes them, or not.
            let wanted = format!("/{name}{after}");
            return Ok(files.iter().filter(|(_, path)| path.ends_with(&wanted)).cloned().collect());
        }
        let wanted = format!("/{before}{name}{after}");
        let fits = |path: &str| {
            let path = format!("/{path}");
            if after.is_empty() || !after.ends_with('.') {
                path.ends_with(&wanted)
            } else {
                path.rfind(&wanted)
                    .is_some_and(|at| !path.get(at + wanted.len()..).unwrap_or("").contains('/'))
            }
        };
        Ok(files.iter().filter(|(_, path)| fits(path)).cloned().collect())
    }

    /// Links between the actions of a controller and the templates of their names, both ways: an action shows its template, which
    /// shows what the action gave it.
    fn pairs(&mut self, path: &str) -> Result<Vec<ConventionLink>> {
        let mut links = Vec::new();
        for rule in self.rules(|row| matches!(row.rule, Rule::Shows(..)))? {
            let Some(row) = TABLE.get(usize::from(rule)) else { continue };
            let Rule::Shows(controller, template) = row.rule else { continue };
            let Some((before, after)) = controller.split_once("{}") else { continue };
            let Some((folder, ending)) = template.split_once("{}/*") else { continue };
            let of_template =
                around(path, folder).and_then(|(root, below)| Some((root, below.rsplit_once('/')?.0)));
            // Controllers without a folder of their own show what lies in the nearest folder of views above them.
            let of_controller = if before.is_empty() {
                self.controller_above(path, after, folder)?
            } else {
                around(path, before).and_then(|(root, below)| Some((root, below.strip_suffix(after)?)))
            };
            let Some((root, name)) = of_controller.or(of_template) else { continue };
            let homes = match (before, of_controller) {
                ("", Some(_)) => self.store.file_id(path)?.into_iter().collect(),
                ("", None) => self.controllers_below(root, name, (after, folder))?,
                _ => Vec::from_iter(self.store.file_id(&format!("{root}{before}{name}{after}"))?),
            };
            let [home] = homes[..] else { continue };
            let shown = match of_controller {
                Some(_) => {
                    self.store.files_beginning(&format!("{root}{folder}{name}/"), MAX_TEMPLATE_USES)?
                }
                None => self.store.file_id(path)?.map(|id| (id, path.to_owned())).into_iter().collect(),
            };
            let symbols = self.facts.symbols(home)?;
            for (file, path) in shown {
                let Some(own) = path.strip_prefix(&format!("{root}{folder}{name}/")) else { continue };
                let Some((action, rest)) = own.split_once('.') else { continue };
                if !format!(".{rest}").starts_with(ending) {
                    continue;
                }
                let callable =
                    |kind| matches!(kind, SymbolKind::Method | SymbolKind::Route | SymbolKind::Function);
                let Some(symbol) = symbols.iter().find(|row| row.symbol_name == action && callable(row.kind))
                else {
                    continue;
                };
                let shows: Arc<str> = format!("shows the template of its name ({})", row.framework).into();
                let shown: Arc<str> =
                    format!("is shown by {} ({})", symbol.qualified_name, row.framework).into();
                let (action, template) = ((home, Some(symbol.id)), (file, None));
                links.push(ConventionLink::sure(action, symbol.line_start, template, shows));
                let back = ConventionLink::sure(template, 1, action, shown);
                links.push(ConventionLink { is_reverse: true, ..back });
            }
        }
        Ok(links)
    }

    /// The folder that the views of a controller lie below, and the name of the controller.
    fn controller_above<'p>(
        &mut self,
        path: &'p str,
        ending: &str,
        views: &str,
    ) -> Result<Option<(&'p str, &'p str)>> {
        let Some((mut root, file)) = path.rsplit_once('/') else { return Ok(None) };
        let Some(name) = file.strip_suffix(ending).filter(|name| !name.is_empty()) else { return Ok(None) };
        loop {
            let start = path.get(..root.len() + usize::from(!root.is_empty())).unwrap_or("");
            if !self.store.files_beginning(&format!("{start}{views}{name}/"), 1)?.is_empty() {
                return Ok(Some((start, name)));
            }
            if root.is_empty() {
                return Ok(None);
            }
            root = root.rsplit_once('/').map_or("", |(above, _)| above);
        }
    }

    /// The controllers of a name whose views lie below a folder.
    fn controllers_below(
        &mut self,
        root: &str,
        name: &str,
        (ending, views): (&str, &str),
    ) -> Result<Vec<i64>> {
        let mut found = Vec::new();
        for (file, path) in self.store.files_ending(&format!("/{name}{ending}"))? {
            if path.starts_with(root)
                && self.controller_above(&path, ending, views)?.is_some_and(|(own, _)| own == root)
            {
                found.push(file);
            }
        }
        Ok(found)
    }

    /// Links from a test of a view to the view, which lies among views where the test lies among those.
    fn mirrors(&mut self, path: &str) -> Result<Vec<ConventionLink>> {
        let mut links = Vec::new();
        for rule in self.rules(|row| matches!(row.rule, Rule::Mirrors(..)))? {
            let Some(row) = TABLE.get(usize::from(rule)) else { continue };
            let Rule::Mirrors(test, view) = row.rule else { continue };
            let (Some((tests, end)), Some((views, _))) = (test.split_once("{}"), view.split_once("{}"))
            else {
                continue;
            };
            let reason: Arc<str> = format!("tests the view of its path ({})", row.framework).into();
            let mut add = |test, view| {
                links.push(ConventionLink::sure((test, None), 1, (view, None), Arc::clone(&reason)));
            };
            let own = self.store.file_id(path)?;
            if let Some((root, below)) = around(path, tests)
                && let (Some(name), Some(test)) = (below.strip_suffix(end), own)
            {
                let start = format!("{root}{views}{name}");
                for (view, path) in self.store.files_beginning(&start, MAX_FILES)? {
                    let rest = path.get(start.len()..).unwrap_or_default();
                    if rest.is_empty() || rest.starts_with('.') {
                        add(test, view);
                    }
                }
            } else if let Some((root, below)) = around(path, views)
                && let Some(view) = own
            {
                let (folders, file) = below.rsplit_once('/').unwrap_or(("", below));
                let names =
                    file.match_indices('.').map(|(at, _)| file.get(..at).unwrap_or(file)).chain([file]);
                for name in names {
                    let test = format!("{root}{tests}{folders}/{name}{end}");
                    if let Some(test) = self.store.file_id(&test)? {
                        add(test, view);
                    }
                }
            }
        }
        Ok(links)
    }

    /// Links between a page and the code behind it, both ways.
    fn beside(&mut self, path: &str) -> Result<Vec<ConventionLink>> {
        let mut links = Vec::new();
        for rule in self.rules(|row| matches!(row.rule, Rule::Beside(..)))? {
            let Some(row) = TABLE.get(usize::from(rule)) else { continue };
            let Rule::Beside(page, code) = row.rule else { continue };
            let Some(stem) = path.strip_suffix(code).or_else(|| path.strip_suffix(page)) else { continue };
            let ids = (
                self.store.file_id(&format!("{stem}{page}"))?,
                self.store.file_id(&format!("{stem}{code}"))?,
            );
            let (Some(page), Some(code)) = ids else { continue };
            let class = self.class_of(code)?;
            let mut add = |user: Target, used: Target, is_reverse, reason: &str| {
                let reason = format!("{reason} ({})", row.framework).into();
                links.push(ConventionLink { is_reverse, ..ConventionLink::sure(user, 1, used, reason) });
            };
            add((page, None), (code, class), true, "is shown by the code behind it");
            add((code, class), (page, None), false, "shows the page of its name");
        }
        Ok(links)
    }

    fn within(&mut self, folder: &'static str) -> Result<Rc<Vec<(i64, String)>>> {
        if let Some(known) = self.folders.get(folder) {
            return Ok(Rc::clone(known));
        }
        let found = Rc::new(self.store.files_within(folder)?);
        self.folders.insert(folder, Rc::clone(&found));
        Ok(found)
    }
}

/// Whether what has such names is a file.
fn is_file(thing: Thing) -> bool {
    matches!(
        thing,
        Thing::Template
            | Thing::Object
            | Thing::TagLibrary
            | Thing::ManagementCommand
            | Thing::BladeComponent
            | Thing::Layout
            | Thing::HelperModule
            | Thing::Factory
    )
}

fn verb(thing: Thing) -> &'static str {
    match thing {
        Thing::ManagementCommand => "runs the command",
        Thing::TagLibrary => "loads",
        Thing::Layout => "shows the layout",
        Thing::HelperModule => "has the methods of",
        Thing::Factory => "makes by the factory of",
        _ => "shows",
    }
}

/// Keeps those that share most of their path with a file.
fn keep_nearest(found: &mut Vec<(i64, String)>, path: &str) {
    let shared =
        |other: &str| path.split('/').zip(other.split('/')).take_while(|(own, other)| own == other).count();
    let most = found.iter().map(|(_, other)| shared(other)).max().unwrap_or(0);
    found.retain(|(_, other)| shared(other) == most);
}

/// The class of a component: `Forms/InputText` of `forms.input-text`.
fn studly(name: &str) -> String {
    let mut made = String::with_capacity(name.len());
    let mut begins = true;
    for c in name.chars() {
        match c {
            '-' | '_' => begins = true,
            '.' => {
                made.push('/');
                begins = true;
            }
            c if begins => {
                made.extend(c.to_uppercase());
                begins = false;
            }
            c => made.push(c),
        }
    }
    made
}

/// The name of a class of a component in templates, the reverse of [`studly`].
fn kebab(path: &str) -> String {
    let mut made = String::with_capacity(path.len() + 4);
    for (at, c) in path.char_indices() {
        let is_first = path.get(..at).is_none_or(|before| before.is_empty() || before.ends_with('/'));
        if c == '/' {
            made.push('.');
        } else if c.is_uppercase() && !is_first {
            made.push('-');
            made.extend(c.to_lowercase());
        } else {
            made.extend(c.to_lowercase());
        }
    }
    made
}

/// The folder that names in a file of Ruby are looked for in, with what stands before all of these: `orders` of the controller and of
/// the templates of orders.
fn own_folder(path: &str) -> Option<(&str, &str)> {
    if let Some((root, below)) = around(path, "app/controllers/") {
        return Some((root, below.strip_suffix("_controller.rb")?));
    }
    if let Some((root, below)) = around(path, "app/mailers/") {
        return Some((root, below.rsplit_once('.')?.0));
    }
    let (root, below) = around(path, VIEWS)?;
    Some((root, below.rsplit_once('/').map_or("", |(folder, _)| folder)))
}

/// The names by which a file may be shown, where it lies in such a folder.
fn names_of(path: &str, folder: &str) -> Vec<String> {
    let Some((before, after)) = folder.split_once("{}") else { return Vec::new() };
    let mut names = Vec::new();
    for (at, _) in path.match_indices(before) {
        let below = path.get(at + before.len()..).unwrap_or_default();
        if after.is_empty() {
            names.push(below.to_owned());
            continue;
        }
        if !after.ends_with('.') && !after.starts_with('.') || before == VIEW_CLASSES {
            let Some(name) = below.strip_suffix(after) else { continue };
            names.push(if before == VIEW_CLASSES { kebab(name) } else { name.to_owned() });
            names.extend(name.rsplit_once('/').map(|(_, short)| short.to_owned()));
            continue;
        }
        let (above, file) = below.rsplit_once('/').unwrap_or(("", below));
        let Some((stem, _)) = file
            .split_once('.')
            .filter(|(stem, _)| file.strip_prefix(stem).is_some_and(|rest| rest.starts_with(after)))
        else {
            continue;
        };
        let stem = stem.trim_start_matches('_');
        let whole = if above.is_empty() { stem.to_owned() } else { format!("{above}/{stem}") };
        if after.contains("blade") {
            names.push(whole.replace('/', "."));
        }
        if file.starts_with('_') {
            names.push(format!("_{stem}"));
        }
        // A partial of a kind, in a part of the project.
        if let Some((_, folder)) = above.rsplit_once('/') {
            names.push(format!("{folder}/{stem}"));
        }
        names.push(whole);
        names.push(stem.to_owned());
    }
    names
}
