//! The private memories of a project, from where they lie. That is a folder among the user's data; where it cannot be written, a file
//! in the `.beadloom` of the project serves beside it until it can. Files there, of earlier versions too, are moved into the folder
//! as soon as somebody looks.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

use beadloom_memory::{Record, read_line, write_line};
use beadloom_model::{Code, Diagnostic, Error, Result};
use beadloom_store::{Access, FileId, MemoryOwner, MemoryPlace, MemoryRow, MemoryStore};

use super::homes::{self, Identity};
use beadloom_local::make_folder;

/// An open file, with what it says of each memory: None where it was forgotten.
struct Source {
    store: MemoryStore,
    place: MemoryPlace,
    file: FileId,
    access: Access,
    revision: u64,
    data_version: Option<i64>,
    rows: HashMap<String, Option<Arc<Record>>>,
    uses: HashMap<String, u64>,
}

/// What became of a file in the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Beside {
    /// It cannot be moved now, and is read and written where it is.
    Serves,
    /// Its memories are in the folder, or it cannot be read.
    LeftAlone,
}

/// What is known of the private memories.
pub struct Private {
    owner: MemoryOwner,
    identity: Option<Identity>,
    home: Option<MemoryPlace>,
    list: Option<FileId>,
    main: Option<Source>,
    beside: Option<Source>,
    /// The last file that was found in the project.
    found: Option<(FileId, Beside)>,
    /// What a person has to know of files that are not read.
    pub notices: Vec<Diagnostic>,
}

impl Private {
    /// Nothing yet. `owner`: whose memories are read.
    pub fn new(owner: MemoryOwner) -> Self {
        Self {
            owner,
            identity: None,
            home: None,
            list: None,
            main: None,
            beside: None,
            found: None,
            notices: Vec::new(),
        }
    }

    /// Brings it in step with the files, and notes the ids that others wrote. `makes`: a file is made where there is none.
    pub fn refresh(&mut self, root: &Path, makes: bool, touched: &mut BTreeSet<String>) -> Result<()> {
        self.find_home(root, makes)?;
        let there = MemoryPlace::of_project(root);
        if there.has_moved() {
            let _ = there.clear_moved();
        }
        let file = there.id();
        match file {
            None => self.found = None,
            Some(file) if self.found.is_none_or(|(known, _)| known != file) => {
                let beside = self.take_in(root, &there)?;
                // One that was moved is gone.
                self.found = there.id().map(|file| (file, beside));
            }
            Some(_) => {}
        }
        self.open_main(makes, touched)?;
        let has_main = self.main.as_ref().is_some_and(|main| main.access == Access::Write);
        let serves = matches!(self.found, Some((_, Beside::Serves)));
        self.open_beside(root, &there, serves, makes && !has_main, touched)?;
        for source in [&mut self.main, &mut self.beside].into_iter().flatten() {
            source.read(touched)?;
        }
        Ok(())
    }

    /// Looks whose folder it is, where the list changed since or none was found.
    fn find_home(&mut self, root: &Path, makes: bool) -> Result<()> {
        let list = homes::stamp();
        if self.home.is_some() && self.list == list {
            return Ok(());
        }
        // Without a list nobody has a folder, and with the one of before this project has none still.
        if !makes && (list.is_none() || (self.list == list && self.identity.is_some())) {
            self.home = None;
            self.list = list;
            return Ok(());
        }
        let identity = self.identity.insert(Identity::of(root));
        self.home = homes::find(identity)?;
        self.list = list;
        Ok(())
    }

    /// The folder of the project, made where it was not there; None where this user has none that can be written.
    fn claimed(&mut self, root: &Path) -> Result<Option<MemoryPlace>> {
        let identity = self.identity.get_or_insert_with(|| Identity::of(root));
        match homes::claim(identity) {
            Ok(home) => {
                self.home = Some(home.clone());
                self.list = homes::stamp();
                Ok(Some(home))
            }
            Err(error) if error.code == Code::NotWritable => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Moves the memories of a file in the project into the folder.
    fn take_in(&mut self, root: &Path, there: &MemoryPlace) -> Result<Beside> {
        self.beside = None;
        let (from, access) = loop {
            let Some(file) = there.id() else { return Ok(Beside::LeftAlone) };
            match self.open(there, Access::Write) {
                Ok(Some(from)) => break from,
                Ok(None) => return Ok(Beside::LeftAlone),
                Err(error) if error.code == Code::IndexBusy => return Err(error),
                // Another process moved it meanwhile.
                Err(_) if there.id() != Some(file) => {}
                Err(error) => {
                    self.notices = vec![unread(&error)];
                    return Ok(Beside::LeftAlone);
                }
            }
        };
        self.notices.clear();
        let Some(home) = self.claimed(root)? else { return Ok(Beside::Serves) };
        let mut main = match MemoryStore::open(&home, self.owner, Access::Write) {
            Ok(Some(main)) => main,
            Ok(None) => return Ok(Beside::Serves),
            Err(error) if error.code == Code::NotWritable => return Ok(Beside::Serves),
            Err(error) => return Err(error),
        };
        if access == Access::Write {
            match main.replace(from, &is_newer) {
                Err(error) if error.code != Code::NotWritable => return Err(error),
                Ok(_) => return Ok(Beside::LeftAlone),
                // The file can be written and its folder cannot.
                Err(_) => {}
            }
            let Some((from, _)) = self.open(there, Access::Read)? else { return Ok(Beside::LeftAlone) };
            main.absorb(&from, &is_newer)?;
        } else if main.has_absorbed(&from)? != Some(from.revision()?) {
            main.absorb(&from, &is_newer)?;
        }
        Ok(Beside::LeftAlone)
    }

    /// For writing, or for reading where it cannot be written.
    fn open(&self, place: &MemoryPlace, access: Access) -> Result<Option<(MemoryStore, Access)>> {
        match MemoryStore::open(place, self.owner, access) {
            Ok(store) => Ok(store.map(|store| (store, access))),
            Err(error)
                if access == Access::Write && matches!(error.code, Code::NotWritable | Code::DiskFull) =>
            {
                match MemoryStore::open(place, self.owner, Access::Read)? {
                    Some(store) => Ok(Some((store, Access::Read))),
                    None => Err(error),
                }
            }
            Err(error) => Err(error),
        }
    }

    fn open_main(&mut self, makes: bool, touched: &mut BTreeSet<String>) -> Result<()> {
        let is_right = |main: &Source, home: &MemoryPlace| {
            main.place == *home && main.is_there() && (!makes || main.access == Access::Write)
        };
        if let (Some(main), Some(home)) = (&self.main, &self.home)
            && is_right(main, home)
        {
            return Ok(());
        }
        close(&mut self.main, touched);
        if makes {
            let Some(identity) = &self.identity else { return Ok(()) };
            match homes::claim(identity) {
                Ok(home) => self.home = Some(home),
                Err(error) if error.code == Code::NotWritable => {}
                Err(error) => return Err(error),
            }
            self.list = homes::stamp();
        }
        let Some(home) = self.home.clone() else { return Ok(()) };
        if !makes && home.id().is_none() {
            return Ok(());
        }
        match self.open(&home, Access::Write) {
            Ok(opened) => {
                self.main = opened.and_then(|(store, access)| Source::new(store, home, access));
                Ok(())
            }
            // Where nothing can be written nothing is made; what serves beside it says so where that cannot be written either.
            Err(error) if error.code == Code::NotWritable && home.id().is_none() => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn open_beside(
        &mut self,
        root: &Path,
        there: &MemoryPlace,
        serves: bool,
        makes: bool,
        touched: &mut BTreeSet<String>,
    ) -> Result<()> {
        let is_right = self
            .beside
            .as_ref()
            .is_some_and(|beside| serves && beside.is_there() && (!makes || beside.access == Access::Write));
        if is_right {
            return Ok(());
        }
        close(&mut self.beside, touched);
        if let (true, Some((_, Beside::LeftAlone))) = (makes, self.found) {
            return Err(self.cannot_keep());
        }
        if !serves && !makes {
            return Ok(());
        }
        if makes {
            make_folder(&root.join(".beadloom"))?;
        }
        let opened = if makes {
            MemoryStore::open(there, self.owner, Access::Write)?.map(|store| (store, Access::Write))
        } else {
            self.open(there, Access::Write)?
        };
        self.beside = opened.and_then(|(store, access)| Source::new(store, there.clone(), access));
        self.found = there.id().map(|file| (file, Beside::Serves));
        Ok(())
    }

    fn cannot_keep(&self) -> Error {
        Error::new(
            Code::NotWritable,
            "the folder of this user's memories cannot be written, and what lies in .beadloom is not read",
        )
        .at(MemoryPlace::of_project(Path::new("")).shown(), 0, 0)
        .hint("check the permissions of the data folder, or set XDG_DATA_HOME")
    }

    /// A memory that is in force.
    pub fn get(&self, id: &str) -> Option<&Arc<Record>> {
        match (
            self.main.as_ref().and_then(|one| one.row(id)),
            self.beside.as_ref().and_then(|one| one.row(id)),
        ) {
            (Some(Some(main)), Some(Some(beside))) => {
                Some(if beside.updated_at > main.updated_at { beside } else { main })
            }
            // What was forgotten in one is forgotten.
            (Some(None), _) | (_, Some(None)) => None,
            (found, other) => found.or(other).flatten(),
        }
    }

    /// How often a memory was recalled.
    pub fn uses(&self, id: &str) -> u64 {
        let of = |source: &Option<Source>| source.as_ref().and_then(|one| one.uses.get(id)).copied();
        of(&self.main).unwrap_or(0).saturating_add(of(&self.beside).unwrap_or(0))
    }

    /// Whether counts were read anew since this was asked last.
    pub fn refresh_uses(&mut self) -> Result<bool> {
        let mut is_new = false;
        for source in [&mut self.main, &mut self.beside].into_iter().flatten() {
            let version = source.store.data_version()?;
            if source.data_version != Some(version) {
                source.uses = source.store.uses()?;
                source.data_version = Some(version);
                is_new = true;
            }
        }
        Ok(is_new)
    }

    /// Whether an id is, or was, a memory's.
    pub fn is_known(&self, id: &str) -> Result<bool> {
        for source in [&self.main, &self.beside].into_iter().flatten() {
            if source.store.is_known(id)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What is written into; None where nothing can be.
    fn target(&mut self) -> Option<&mut Source> {
        [&mut self.main, &mut self.beside].into_iter().flatten().find(|one| one.access == Access::Write)
    }

    /// Writes memories, all of them or none; false where somebody else wrote since they were looked at.
    pub fn write(&mut self, put: &[&Record], gone: &[&str]) -> Result<bool> {
        let Some(target) = self.target() else {
            return Err(Error::new(Code::Internal, "private memories were to be written without their file"));
        };
        let mut rows: Vec<MemoryRow> = put
            .iter()
            .map(|record| MemoryRow { id: record.id.clone(), record: Some(write_line(record)) })
            .collect();
        rows.extend(gone.iter().map(|id| MemoryRow { id: (*id).to_owned(), record: None }));
        Ok(target.store.write(target.revision, &rows)?.is_some())
    }

    /// Whether there is a file to write into.
    pub fn can_write(&self) -> bool {
        [&self.main, &self.beside].into_iter().flatten().any(|one| one.access == Access::Write)
    }

    /// Counts a use of each memory; false where that cannot be written.
    pub fn count_uses(&mut self, ids: &[String]) -> bool {
        let Some(target) = self.target() else { return false };
        let refs: Vec<&str> = ids.iter().map(String::as_str).collect();
        if target.store.count_uses(&refs).is_err() {
            return false;
        }
        for id in ids {
            *target.uses.entry(id.clone()).or_default() += 1;
        }
        true
    }
}

impl Source {
    fn new(store: MemoryStore, place: MemoryPlace, access: Access) -> Option<Self> {
        let file = place.id()?;
        Some(Self {
            store,
            place,
            file,
            access,
            revision: 0,
            data_version: None,
            rows: HashMap::new(),
            uses: HashMap::new(),
        })
    }

    /// Whether the file is the one that is open, and shows what others write.
    fn is_there(&self) -> bool {
        self.place.id() == Some(self.file) && !self.store.is_snapshot()
    }

    /// What it says of a memory: None where it was forgotten.
    fn row(&self, id: &str) -> Option<Option<&Arc<Record>>> {
        self.rows.get(id).map(Option::as_ref)
    }

    fn read(&mut self, touched: &mut BTreeSet<String>) -> Result<()> {
        if self.revision != 0 && self.store.revision()? == self.revision {
            return Ok(());
        }
        let (revision, rows) = self.store.since(self.revision)?;
        for MemoryRow { id, record } in rows {
            let record = record.map(|line| self.record(&id, &line)).transpose()?;
            self.rows.insert(id.clone(), record);
            touched.insert(id);
        }
        self.revision = revision;
        Ok(())
    }

    fn record(&self, id: &str, line: &str) -> Result<Arc<Record>> {
        read_line(line).ok().filter(|record| record.id == id).map(Arc::new).ok_or_else(|| {
            Error::new(Code::MemoryDamaged, format!("the memory {id} cannot be read"))
                .at(self.place.shown(), 0, 0)
                .hint("the file stays unchanged; restore a copy of it")
        })
    }
}

fn close(source: &mut Option<Source>, touched: &mut BTreeSet<String>) {
    touched.extend(source.take().into_iter().flat_map(|closed| closed.rows.into_keys()));
}

/// Whether the first of two states of a memory counts.
pub fn is_newer(one: &str, other: &str) -> bool {
    let updated = |line: &str| read_line(line).map(|record| record.updated_at).unwrap_or(i64::MIN);
    updated(one) > updated(other)
}

fn unread(error: &Error) -> Diagnostic {
    let said = Diagnostic::warn(error.code, format!("these memories are not read: {}", error.message));
    let place = error.path.clone().unwrap_or_else(|| MemoryPlace::of_project(Path::new("")).shown());
    let said = said.at(place, 0, 0);
    error.hint.iter().fold(said, |said, hint| said.hint(hint.clone()))
}
