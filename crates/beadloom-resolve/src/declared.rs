//! What the project's files declare: which namespace, package or module they hold, and what stands right in it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use beadloom_lang::declared;
use beadloom_model::{Declared, LanguageId};

use super::files::ProjectFiles;

/// Below this many files, other threads take longer to start than they save.
const MIN_FILES_FOR_THREADS: usize = 64;

/// By path, for the files of some languages.
#[derive(Default)]
pub(super) struct DeclaredFiles {
    by_path: HashMap<Arc<str>, Vec<Declared>>,
}

impl DeclaredFiles {
    /// Those of files in these languages, by the endings that count. `known`: what is known without reading, which is taken
    /// from there.
    pub(super) fn new(
        files: &ProjectFiles,
        languages: &[LanguageId],
        known: &mut HashMap<String, Vec<Declared>>,
        threads: usize,
        read: &(dyn Fn(&str) -> Option<String> + Send + Sync),
    ) -> Self {
        let mut by_path: HashMap<Arc<str>, Vec<Declared>> = HashMap::new();
        let endings: Vec<(&str, LanguageId)> = languages
            .iter()
            .flat_map(|language| language.facts().counted_extensions().map(|ending| (ending, *language)))
            .collect();
        let mut open: Vec<(&str, LanguageId)> = Vec::new();
        for path in files.iter() {
            let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
            let Some(&(_, language)) = endings.iter().find(|(one, _)| *one == ending) else { continue };
            match known.remove(path) {
                Some(found) if found.is_empty() => {}
                Some(found) => drop(by_path.insert(path.into(), found)),
                None => open.push((path, language)),
            }
        }
        let next = AtomicUsize::new(0);
        let work = || {
            let mut found: Vec<(Arc<str>, Vec<Declared>)> = Vec::new();
            while let Some((path, language)) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                let text = read(path).unwrap_or_default();
                found.push((
                    (*path).into(),
                    declared(*language, text.strip_prefix('\u{feff}').unwrap_or(&text)),
                ));
            }
            found
        };
        let threads = if open.len() < MIN_FILES_FOR_THREADS { 1 } else { threads };
        let found = std::thread::scope(|scope| {
            // Not rayon's threads: these may wait for what is made here.
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mut found = work();
            for other in others {
                found.extend(other.join().unwrap_or_default());
            }
            found
        });
        by_path.extend(found.into_iter().filter(|(_, found)| !found.is_empty()));
        Self { by_path }
    }

    /// What a file declares; empty where it says nothing.
    pub(super) fn of(&self, path: &str) -> &[Declared] {
        self.by_path.get(path).map_or(&[], Vec::as_slice)
    }

    /// The space in which most of what a file declares stands: its first with a name.
    pub(super) fn space_of(&self, path: &str) -> Option<&str> {
        self.of(path).iter().map(|one| one.name.as_str()).find(|name| !name.is_empty())
    }
}
