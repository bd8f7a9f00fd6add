//! What pages and controllers lead to by names of their own: mails of Ruby, actions and pages of ASP.NET.

use std::collections::BTreeMap;

use beadloom_model::{Result, SymbolKind};
use beadloom_store::ConventionRow;

use super::links::{Named, Target};
use super::named::is_callable;
use super::project::Conventions;

const MAILERS: &str = "app/mailers";
const CONTROLLERS: &str = "Controllers";
const CONTROLLER: &str = "Controller.cs";
const PAGES: &str = "Pages";
const PAGE: &str = ".cshtml";

/// Files by a name, each with what stands on its path before the folder that they are looked for in.
type ByName = BTreeMap<String, Vec<(i64, String)>>;

impl Conventions<'_> {
    /// Links from where a mail is made to the action of the mailer.
    pub(super) fn add_mails(&mut self, users: &[&ConventionRow], named: &mut Named) -> Result<()> {
        if users.is_empty() {
            return Ok(());
        }
        let mailers = self.files_named(MAILERS, ".rb")?;
        for mark in users {
            let short = format!("/{}", mark.name);
            // A module around may be left out.
            let found: Vec<i64> = match mailers.get(&mark.name) {
                Some(files) => files.iter().map(|(file, _)| *file).collect(),
                None => mailers
                    .iter()
                    .filter(|(name, _)| name.ends_with(&short))
                    .flat_map(|(_, files)| files.iter().map(|(file, _)| *file))
                    .collect(),
            };
            let targets = self.members(&found, &mark.detail, str::eq)?;
            self.link(mark, &targets, &format!("makes the mail {}#{}", mark.name, mark.detail), named)?;
        }
        Ok(())
    }

    /// Links from a page or controller to the action that it names; without a controller it is one of its own.
    pub(super) fn add_endpoints(&mut self, users: &[&ConventionRow], named: &mut Named) -> Result<()> {
        if users.is_empty() {
            return Ok(());
        }
        let mut controllers = self.files_named(CONTROLLERS, CONTROLLER)?;
        for (file, path) in self.store.files_ending(CONTROLLER)? {
            let (root, Some(name)) = own_controller(&path) else { continue };
            if split(&path, CONTROLLERS).is_none() {
                controllers.entry(name.to_owned()).or_default().push((file, root.to_owned()));
            }
        }
        for mark in users {
            let path = self.facts.path(mark.file_id)?;
            let (root, own) = own_controller(&path);
            let (area, detail) = match mark.detail.split_once('/') {
                Some((area, controller)) => (Some(format!("Areas/{area}/")), controller),
                None => (None, mark.detail.as_str()),
            };
            let name = if detail.is_empty() { own } else { Some(detail) };
            let Some(files) = name.and_then(|name| controllers.get(name)) else { continue };
            let files = match area {
                Some(area) => {
                    files.iter().filter(|(_, root)| root.ends_with(&area)).map(|(file, _)| *file).collect()
                }
                None => nearest(files, root),
            };
            let targets = self.members(&files, &mark.name, str::eq_ignore_ascii_case)?;
            self.link(mark, &targets, &format!("leads to {}", mark.name), named)?;
        }
        Ok(())
    }

    /// Links from a page, or the code behind it, to a page whose address it names.
    pub(super) fn add_pages(&mut self, users: &[&ConventionRow], named: &mut Named) -> Result<()> {
        if users.is_empty() {
            return Ok(());
        }
        let pages = self.files_named(PAGES, PAGE)?;
        for mark in users {
            let path = self.facts.path(mark.file_id)?;
            let (root, below) = split(&path, PAGES).unwrap_or((&path, ""));
            let name = match mark.name.strip_prefix('/') {
                Some(name) => Some(name.to_owned()),
                None => beside(below, &mark.name),
            };
            let Some(files) = name.and_then(|name| pages.get(&name)) else { continue };
            let mut targets = Vec::new();
            for file in nearest(files, root) {
                targets.push(self.behind(file)?);
            }
            self.link(mark, &targets, &format!("leads to {}", mark.name), named)?;
        }
        Ok(())
    }

    /// The class behind a page, or the page itself where it has none.
    fn behind(&mut self, page: i64) -> Result<Target> {
        let path = self.facts.path(page)?;
        let Some(code) = self.store.file_id(&format!("{path}.cs"))? else { return Ok((page, None)) };
        Ok((code, self.class_of(code)?))
    }

    /// The first class of a file.
    pub(super) fn class_of(&mut self, file: i64) -> Result<Option<i64>> {
        let symbols = self.facts.symbols(file)?;
        Ok(symbols.iter().find(|row| row.kind == SymbolKind::Class).map(|row| row.id))
    }

    /// The methods of a name in files.
    fn members(&mut self, files: &[i64], name: &str, same: fn(&str, &str) -> bool) -> Result<Vec<Target>> {
        let mut targets = Vec::new();
        for file in files {
            let symbols = self.facts.symbols(*file)?;
            let own = symbols.iter().filter(|row| is_callable(row.kind) && same(&row.symbol_name, name));
            targets.extend(own.map(|row| (*file, Some(row.id))));
        }
        Ok(targets)
    }

    /// The files below a folder, by their path there without the ending.
    fn files_named(&mut self, folder: &str, ending: &str) -> Result<ByName> {
        let mut found = ByName::new();
        for (file, path) in self.store.files_within(folder)? {
            let Some((root, below)) = split(&path, folder) else { continue };
            if let Some(name) = below.strip_suffix(ending) {
                found.entry(name.to_owned()).or_default().push((file, root.to_owned()));
            }
        }
        Ok(found)
    }
}

/// What stands before and behind the last folder of a name on a path.
fn split<'p>(path: &'p str, folder: &str) -> Option<(&'p str, &'p str)> {
    around(path, &format!("{folder}/"))
}

/// The same of a folder that ends in `/`.
pub(super) fn around<'p>(path: &'p str, folder: &str) -> Option<(&'p str, &'p str)> {
    let at = path.rfind(folder)?;
    let root = path.get(..at).filter(|root| root.is_empty() || root.ends_with('/'))?;
    Some((root, path.get(at + folder.len()..)?))
}

/// The controller that a view or a controller is of, with what stands before the folder of either.
fn own_controller(path: &str) -> (&str, Option<&str>) {
    if let Some((root, below)) = split(path, "Views") {
        return (root, below.split_once('/').map(|(name, _)| name).filter(|name| *name != "Shared"));
    }
    let own = path.rsplit('/').next().and_then(|file| file.strip_suffix(CONTROLLER));
    match split(path, CONTROLLERS) {
        Some((root, below)) => (root, below.strip_suffix(CONTROLLER)),
        None => (path.rsplit_once('/').map_or("", |(folder, _)| folder), own),
    }
}

/// Of several files of a name those of the same part of the project.
fn nearest(files: &[(i64, String)], root: &str) -> Vec<i64> {
    let near: Vec<i64> = files.iter().filter(|(_, other)| other == root).map(|(file, _)| *file).collect();
    if near.is_empty() { files.iter().map(|(file, _)| *file).collect() } else { near }
}

/// A page by its name in the folder of another one; None above the folder of all pages.
fn beside(own: &str, name: &str) -> Option<String> {
    let mut parts: Vec<&str> = own.split('/').collect();
    parts.pop();
    for part in name.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Where a view is looked for by its name, the first first.
pub(super) fn view_places(path: &str, name: &str) -> Vec<String> {
    let mut places = Vec::new();
    if let Some((mut root, file)) = path.rsplit_once('/')
        && let Some(controller) = file.strip_suffix(CONTROLLER)
    {
        // Views lie beside the folder of controllers, or above it where features have folders.
        while !root.is_empty() {
            root = root.rsplit_once('/').map_or("", |(above, _)| above);
            let start = if root.is_empty() { String::new() } else { format!("{root}/") };
            places.push(format!("{start}Views/{controller}/{name}{PAGE}"));
            places.push(format!("{start}Views/Shared/{name}{PAGE}"));
        }
        return places;
    }
    if !path.ends_with(PAGE) {
        return places;
    }
    let mut folder = path;
    while let Some((above, _)) = folder.rsplit_once('/') {
        folder = above;
        places.push(format!("{folder}/{name}{PAGE}"));
        places.push(format!("{folder}/Shared/{name}{PAGE}"));
        let last = folder.rsplit('/').next().unwrap_or(folder);
        if matches!(last, "Views" | "Pages") {
            let root = folder.strip_suffix(last).unwrap_or("");
            places.push(format!("{root}Views/Shared/{name}{PAGE}"));
            places.push(format!("{root}Pages/Shared/{name}{PAGE}"));
            return places;
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_named_from_their_folders() {
        for (own, name, expected) in [
            ("Basket/Index.cshtml", "Checkout", Some("Basket/Checkout")),
            ("Basket/Index.cshtml", "./Checkout", Some("Basket/Checkout")),
            ("Basket/Index.cshtml", "../Index", Some("Index")),
            ("Index.cshtml", "../Index", None),
        ] {
            assert_eq!(beside(own, name).as_deref(), expected, "{own} {name}");
        }
    }

    #[test]
    fn views_are_looked_for_from_their_folders() {
        assert_eq!(
            view_places("web/Controllers/OrderController.cs", "Detail").get(..2),
            Some(
                &["web/Views/Order/Detail.cshtml".to_owned(), "web/Views/Shared/Detail.cshtml".to_owned()][..]
            )
        );
        let places = view_places("web/Pages/Basket/Index.cshtml", "_row");
        assert_eq!(places.first().map(String::as_str), Some("web/Pages/Basket/_row.cshtml"));
        assert!(places.contains(&"web/Views/Shared/_row.cshtml".to_owned()));
        assert!(view_places("web/Other/Index.cshtml", "_row").is_empty());
        assert!(view_places("web/Services/Orders.cs", "_row").is_empty());
    }
}
