//! What is linked by a name: routes, their addresses, actions, fields of GraphQL. All of a project at once, because a name alone does not
//! say which file gives it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use beadloom_conventions::{Rule, TABLE, Thing, rails_names, route_words};
use beadloom_model::{Result, SymbolKind};
use beadloom_store::{Confidence, ConventionRow, RouteRow};

use crate::lists::each_once;
use crate::places::is_test;

use super::links::{ConventionLink, Marks, Named, Target, thing, thing_of};
use super::project::{Conventions, MAX_MARKS};

/// What a name may stand for.
const MAX_TARGETS: usize = 16;

/// Where controllers of Ruby lie, and what their files end in.
const CONTROLLERS: &str = "app/controllers";
const CONTROLLER: &str = "_controller.rb";

/// What names stand for, by framework and name.
type Names = BTreeMap<(&'static str, String), Vec<Meant>>;

/// What a name stands for, what tells several of a name apart, and the method of HTTP where the name has several.
type Meant = (Target, String, String);

/// The names of routes that are used, with their framework.
type Wanted<'u> = BTreeSet<(&'u str, &'u str)>;

/// Files of controllers by their names.
pub(super) type Controllers = BTreeMap<String, Vec<i64>>;

/// What `as:` says in Ruby, by file and line: the name, and how it is written.
type Renamed<'g> = BTreeMap<(i64, u32), (&'g str, &'g str)>;

impl Conventions<'_> {
    pub(super) fn find_named(&mut self) -> Result<Named> {
        let wanted = self.rules(|row| thing(&row.rule).is_some())?;
        let marks = Marks(self.store.conventions_by(&wanted, MAX_MARKS)?);
        let mut named = Named::default();
        let (routes, urls) = (marks.using(Thing::Route), marks.using(Thing::Url));
        let actions = marks.using(Thing::Action);
        self.add_signals(&marks, &mut named)?;
        self.add_mails(&marks.using(Thing::Mail), &mut named)?;
        self.add_endpoints(&marks.using(Thing::Endpoint), &mut named)?;
        self.add_page_handlers(&marks.using(Thing::PageHandler), &mut named)?;
        self.add_components(&marks, &mut named)?;
        self.add_pages(&marks.using(Thing::Page), &mut named)?;
        self.add_commands(&marks, &mut named)?;
        self.add_abilities(&marks, &mut named)?;
        self.add_middleware(&marks, &mut named)?;
        self.add_bindings(&marks, &mut named)?;
        self.add_dotted(&marks.using(Thing::Dotted), &mut named)?;
        self.add_factories(&marks, &mut named)?;
        self.add_view_helpers(&marks.using(Thing::ViewHelper), &mut named)?;
        let has_fields = !marks.giving(Thing::Field).is_empty();
        let controllers = self.controllers()?;
        if routes.is_empty() && urls.is_empty() && actions.is_empty() && !has_fields && controllers.is_empty()
        {
            return Ok(named);
        }
        let is_asked = !routes.is_empty() || !urls.is_empty() || !controllers.is_empty();
        let rows = if is_asked { self.store.state().routes()? } else { Vec::new() };
        self.add_actions(&rows, &controllers, &mut named)?;
        self.add_routes(&routes, &marks.giving(Thing::Route), (&rows, &controllers), &mut named)?;
        self.add_urls(&urls, (&rows, &controllers), &mut named)?;
        self.add_named_actions(&actions, &controllers, &mut named)?;
        self.add_fields(&marks, &mut named)?;
        Ok(named)
    }

    /// Links from where a mark stands to what its name stands for.
    pub(super) fn link(
        &mut self,
        mark: &ConventionRow,
        targets: &[Target],
        what: &str,
        named: &mut Named,
    ) -> Result<()> {
        let files: BTreeSet<i64> = targets.iter().map(|(file, _)| *file).collect();
        if targets.len() > MAX_TARGETS {
            return Ok(());
        }
        let confidence = if targets.len() == 1 { Confidence::Unique } else { Confidence::Ambiguous };
        let framework = TABLE.get(usize::from(mark.rule)).map_or("", |row| row.framework);
        let reason: Arc<str> = format!("{what} ({framework})").into();
        let is_address = matches!(
            thing_of(mark),
            Some(Thing::Route | Thing::Url | Thing::Endpoint | Thing::Page | Thing::PageHandler)
        );
        let runs = !is_address || is_test(&self.facts.path(mark.file_id)?);
        let user = self.facts.around(mark)?;
        for target in targets {
            let link = ConventionLink::sure((mark.file_id, user), mark.line, *target, Arc::clone(&reason));
            named.add(ConventionLink { confidence, candidates: files.len(), runs, ..link });
        }
        Ok(())
    }

    fn add_routes(
        &mut self,
        users: &[&ConventionRow],
        gives: &[&ConventionRow],
        (rows, controllers): (&[RouteRow], &Controllers),
        named: &mut Named,
    ) -> Result<()> {
        if users.is_empty() {
            return Ok(());
        }
        let wanted: Wanted<'_> = users
            .iter()
            .filter_map(|mark| Some((TABLE.get(usize::from(mark.rule))?.framework, mark.name.as_str())))
            .collect();
        let mut names = Names::new();
        let renamed = self.add_given_names(gives, (rows, controllers), &wanted, &mut names)?;
        for row in rows {
            self.add_names_of_route(row, controllers, (&wanted, &renamed), &mut names)?;
        }
        for mark in users {
            let Some(row) = TABLE.get(usize::from(mark.rule)) else { continue };
            let name = match row.framework {
                FLASK => mark.name.rsplit('.').next().unwrap_or_default(),
                _ => mark.name.as_str(),
            };
            let Some(known) = names.get(&(row.framework, name.to_owned())) else { continue };
            let (detail, method) = match row.framework {
                RAILS => mark.detail.split_once(' ').unwrap_or((&mark.detail, "")),
                _ => (mark.detail.as_str(), ""),
            };
            let said = if row.framework == RAILS && !detail.is_empty() { detail } else { &mark.name };
            // In Ruby the singular and the plural are two names, where it is known which is which.
            let space = if row.framework == RAILS { said } else { detail };
            let same = |other: &&Meant| space.is_empty() || other.1 == space;
            let narrow = known.iter().any(|other| same(&other));
            let fitting: Vec<&Meant> = known.iter().filter(|other| !narrow || same(other)).collect();
            let asks = |other: &&&Meant| method.is_empty() || other.2 == method;
            let narrow = fitting.iter().any(|other| asks(&other));
            let targets: Vec<Target> = each_once(
                fitting.iter().filter(|other| !narrow || asks(other)).map(|(target, _, _)| *target),
            );
            self.link(mark, &targets, &format!("names the route {said}"), named)?;
        }
        Ok(())
    }

    /// Adds the names that marks give to routes; what `as:` says in Ruby comes back by file and line.
    fn add_given_names<'g>(
        &mut self,
        gives: &[&'g ConventionRow],
        (rows, controllers): (&[RouteRow], &Controllers),
        wanted: &Wanted<'_>,
        names: &mut Names,
    ) -> Result<Renamed<'g>> {
        let mut renamed = Renamed::new();
        for mark in gives {
            let Some(row) = TABLE.get(usize::from(mark.rule)) else { continue };
            if row.framework == RAILS {
                let raw = if mark.detail.is_empty() { &mark.name } else { &mark.detail };
                renamed.insert((mark.file_id, mark.line), (&mark.name, raw));
                continue;
            }
            let is_wanted = |name: &str| wanted.contains(&(row.framework, name));
            let is_set = row_is_set(mark);
            if !is_set && !is_wanted(&mark.name) {
                continue;
            }
            let targets = match self.stated(mark, rows)? {
                Some(row) => self.answering(row, controllers)?,
                None => self.at_lines(mark)?,
            };
            if is_set {
                // All that a router makes of one name begins so.
                let made: Vec<String> = wanted
                    .iter()
                    .filter(|(framework, name)| {
                        *framework == row.framework
                            && name.strip_prefix(mark.name.as_str()).is_some_and(|rest| rest.starts_with('-'))
                    })
                    .map(|(_, name)| (*name).to_owned())
                    .collect();
                for name in made {
                    let known = names.entry((row.framework, name)).or_default();
                    known.extend(targets.iter().map(|target| (*target, mark.detail.clone(), String::new())));
                }
            } else {
                let known = names.entry((row.framework, mark.name.clone())).or_default();
                known.extend(targets.into_iter().map(|target| (target, mark.detail.clone(), String::new())));
            }
        }
        Ok(renamed)
    }

    /// Adds the names that a route has by its own path or handler.
    fn add_names_of_route(
        &mut self,
        row: &RouteRow,
        controllers: &Controllers,
        (wanted, renamed): (&Wanted<'_>, &Renamed<'_>),
        names: &mut Names,
    ) -> Result<()> {
        match row.framework.as_str() {
            "rails" => {
                let Some((controller, action)) = row.handler.as_deref().and_then(|of| of.split_once('#'))
                else {
                    return Ok(());
                };
                let file = self.store.file_id(&row.file_path)?;
                let said = file.and_then(|file| renamed.get(&(file, row.line)));
                let mut own = match said {
                    Some((name, raw)) => {
                        let whole = format!("{}_{raw}", around(controller));
                        vec![((*name).to_owned(), (*raw).to_owned()), (route_words(&whole), whole)]
                    }
                    None => rails_names(&row.path, controller, action),
                };
                own.retain(|(name, _)| wanted.contains(&(RAILS, name.as_str())));
                if own.is_empty() {
                    return Ok(());
                }
                let targets = self.action(controllers, controller, action)?;
                for (name, raw) in own {
                    let known = names.entry((RAILS, name)).or_default();
                    known.extend(targets.iter().map(|target| (*target, raw.clone(), row.method.clone())));
                }
            }
            "flask" => {
                let short = row.handler.as_deref().and_then(|of| of.rsplit('.').next());
                let Some(short) = short else { return Ok(()) };
                for target in self.answering(row, controllers)? {
                    let known = names.entry((FLASK, short.to_owned())).or_default();
                    known.push((target, String::new(), String::new()));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The route that a statement makes whose handler it names as a text.
    fn stated<'r>(&mut self, mark: &ConventionRow, rows: &'r [RouteRow]) -> Result<Option<&'r RouteRow>> {
        let is_php = TABLE.get(usize::from(mark.rule)).is_some_and(|row| row.framework == LARAVEL);
        if !is_php {
            return Ok(None);
        }
        let path = self.facts.path(mark.file_id)?;
        Ok(rows.iter().find(|row| {
            row.file_path == *path && row.handler.is_some() && (mark.line..=mark.last).contains(&row.line)
        }))
    }

    /// What a mark gives: what stands around it, or what it names.
    pub(super) fn given(&mut self, mark: &ConventionRow) -> Result<Vec<Target>> {
        if mark.detail.is_empty() {
            return Ok(vec![(mark.file_id, self.facts.around(mark)?)]);
        }
        let ids = self.facts.meaning(mark.file_id, &mark.detail)?;
        let homes = self.store.files_of_symbols(&ids)?;
        Ok(homes.into_iter().map(|(symbol, file, _)| (file, Some(symbol))).collect())
    }

    /// The controllers of Ruby, by the name that routes have for them.
    fn controllers(&mut self) -> Result<Controllers> {
        let mut found = Controllers::new();
        for (file, path) in self.store.files_within(CONTROLLERS)? {
            let below = path.rsplit_once(&format!("{CONTROLLERS}/")).map(|(_, below)| below);
            if let Some(name) = below.and_then(|below| below.strip_suffix(CONTROLLER)) {
                found.entry(name.to_owned()).or_default().push(file);
            }
        }
        Ok(found)
    }

    /// An action of a controller, or the file of the controller where that has it from elsewhere.
    pub(super) fn action(
        &mut self,
        controllers: &Controllers,
        controller: &str,
        action: &str,
    ) -> Result<Vec<Target>> {
        let mut name = controller.trim_start_matches('/');
        // A module of an engine may stand before it.
        let files = loop {
            match controllers.get(name) {
                Some(files) => break files.clone(),
                None => match name.split_once('/') {
                    Some((_, below)) => name = below,
                    None => return Ok(Vec::new()),
                },
            }
        };
        let mut targets = Vec::new();
        for file in files {
            let symbols = self.facts.symbols(file)?;
            let own = symbols.iter().find(|row| row.symbol_name == action && is_callable(row.kind));
            targets.push((file, own.map(|row| row.id)));
        }
        Ok(targets)
    }

    /// What answers a route.
    pub(super) fn answering(&mut self, row: &RouteRow, controllers: &Controllers) -> Result<Vec<Target>> {
        if row.framework == "rails" {
            return match row.handler.as_deref().and_then(|of| of.split_once('#')) {
                Some((controller, action)) => self.action(controllers, controller, action),
                None => Ok(Vec::new()),
            };
        }
        let Some(file) = self.store.file_id(&row.file_path)? else { return Ok(Vec::new()) };
        let symbols = self.facts.symbols(file)?;
        let around = symbols
            .iter()
            .rev()
            .find(|one| one.kind == SymbolKind::Route && (one.line_start..=one.line_end).contains(&row.line));
        if let Some(around) = around {
            return Ok(vec![(file, Some(around.id))]);
        }
        let here = self.handler_here(file, row)?;
        if !here.is_empty() {
            return Ok(here);
        }
        let member = row.handler.as_deref().and_then(|of| of.rsplit(['.', '@']).next());
        self.at(file, row.line, row.line, member)
    }

    /// What stands on the lines of a mark.
    fn at_lines(&mut self, mark: &ConventionRow) -> Result<Vec<Target>> {
        let found = self.at(mark.file_id, mark.line, mark.last, None)?;
        let is_file = found.iter().all(|(_, symbol)| symbol.is_none());
        match self.facts.around(mark)? {
            // An attribute names the route of the method that it stands before.
            Some(around) if is_file => Ok(vec![(mark.file_id, Some(around))]),
            _ => Ok(found),
        }
    }

    /// What the lines of a file surely refer to, and the file itself; a member of a type where that is named.
    fn at(&mut self, file: i64, first: u32, last: u32, member: Option<&str>) -> Result<Vec<Target>> {
        let references = self.facts.references(file)?;
        let on_lines = references.iter().filter(|row| {
            row.confidence < Confidence::Ambiguous
                && row.lines.iter().any(|line| (first..=last).contains(line))
        });
        let ids: Vec<i64> = each_once(on_lines.flat_map(|row| row.targets.iter().copied()));
        let mut targets: Vec<Target> = Vec::new();
        for (symbol, home, _) in self.store.files_of_symbols(&ids)? {
            if home == file && member.is_none() {
                continue;
            }
            let symbols = self.facts.symbols(home)?;
            let Some(row) = symbols.iter().find(|row| row.id == symbol) else { continue };
            // What makes a view of a class is no view.
            if row.symbol_name == AS_VIEW {
                continue;
            }
            let inner = member.filter(|_| !is_callable(row.kind)).and_then(|member| {
                let qualified = format!("{}.{member}", row.qualified_name);
                symbols.iter().find(|one| one.qualified_name == qualified)
            });
            targets.push((home, Some(inner.map_or(symbol, |inner| inner.id))));
        }
        targets.dedup();
        if targets.is_empty() {
            targets.push((file, None));
        }
        Ok(targets)
    }
}

/// Of Django.
const AS_VIEW: &str = "as_view";
const RAILS: &str = "Rails";
const FLASK: &str = "Flask";
const LARAVEL: &str = "Laravel";

/// Whether a name is that of a router, which makes several of it.
fn row_is_set(mark: &ConventionRow) -> bool {
    TABLE.get(usize::from(mark.rule)).is_some_and(|row| match row.rule {
        Rule::Gives(Thing::Route, pattern) => pattern.contains("register"),
        _ => false,
    })
}

/// The modules around a controller, as they stand in names of routes.
fn around(controller: &str) -> String {
    controller.rsplit_once('/').map_or_else(String::new, |(around, _)| around.replace('/', "_"))
}

pub(super) fn is_callable(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Function | SymbolKind::Method | SymbolKind::Route)
}
