//! Who sends a message, and who handles it: both refer to the same type, or to the same signal.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use beadloom_conventions::{Role, Rule, TABLE, Thing};
use beadloom_model::{ReferenceKind, Result};
use beadloom_store::{Confidence, ConventionRow, ReferenceRow};

use super::handled::message_rule;
use super::links::{ConventionLink, Handlers, Target};
use super::project::{Conventions, MAX_MARKS};
use crate::places::is_test;
use crate::text::has_word;

/// Files that refer to one message, or whose methods take messages, and are read.
const MAX_FILES: usize = 500;

/// Methods of the project from one that is called to the library's.
const LEVELS: usize = 3;

/// Names by which a project sends.
const MAX_CALLS_ITEMS: usize = 64;

impl Conventions<'_> {
    /// Links to the handlers of a file, from whoever sends what they handle.
    pub(super) fn add_senders(&mut self, file: i64, links: &mut Vec<ConventionLink>) -> Result<()> {
        let first = links.len();
        self.add_senders_of(file, links)?;
        // What it says of classes of other files is a link to those.
        let own = links.split_off(first);
        links.extend(own.into_iter().filter(|link| link.used_file == file));
        // Another file may say that a class of this one handles something.
        let handlers = self.handlers()?;
        if handlers.by_class.is_empty() {
            return Ok(());
        }
        let own = self.facts.symbols(file)?;
        let homes: BTreeSet<i64> = own
            .iter()
            .filter_map(|row| handlers.by_class.get(&row.symbol_name))
            .flatten()
            .copied()
            .filter(|home| *home != file)
            .collect();
        for home in homes {
            let mut found = Vec::new();
            self.add_senders_of(home, &mut found)?;
            links.extend(found.into_iter().filter(|link| link.used_file == file));
        }
        Ok(())
    }

    /// Links by what a file says of handlers, wherever these stand.
    fn add_senders_of(&mut self, file: i64, links: &mut Vec<ConventionLink>) -> Result<()> {
        for mark in self.facts.marks(file)?.iter().filter(|mark| mark.role != Role::Uses.number()) {
            let Some(handled) = self.handled(mark)? else { continue };
            let calls = self.calls(handled.framework)?;
            for message in &handled.messages {
                let (mut files, _) = self.store.referring_files(&[*message], MAX_FILES)?;
                if let Some((_, home, path)) = self.store.files_of_symbols(&[*message])?.into_iter().next() {
                    files.push((home, path));
                }
                for (user_file, _) in files {
                    let senders = if handled.by_class {
                        self.facts
                            .symbols(user_file)?
                            .iter()
                            .find(|row| row.id == *message)
                            .map_or_else(Vec::new, |row| vec![(Some(row.id), row.line_start)])
                    } else {
                        let beside = self.beside_message(*message)?;
                        let taking = self.taking(user_file, &mark.name)?;
                        let declaring = self.declaring(user_file)?;
                        let mut found = senders(
                            &self.facts.references(user_file)?,
                            &Sent { message: *message, beside: &beside },
                            (&calls, &declaring),
                        );
                        found.retain(|(from, _)| from.is_none_or(|from| !taking.contains(&from)));
                        found
                    };
                    let mocking = self.mocking(user_file)?;
                    for (user, line) in senders {
                        let link = |used: &Target| {
                            let reason = Arc::clone(&handled.reason);
                            let link = ConventionLink::sure((user_file, user), line, *used, reason);
                            if mocking.contains(&user) { link.unsure() } else { link }
                        };
                        links.extend(handled.by.iter().map(link));
                    }
                }
            }
        }
        Ok(())
    }

    /// The definitions of the file that a message stands in: its constructors are named like it.
    fn beside_message(&mut self, message: i64) -> Result<BTreeSet<i64>> {
        let Some((_, home, _)) = self.store.files_of_symbols(&[message])?.into_iter().next() else {
            return Ok(BTreeSet::new());
        };
        Ok(self.facts.symbols(home)?.iter().map(|row| row.id).collect())
    }

    /// The lines of a file that list what a framework sends for a class, each with the last of its list.
    fn declaring(&mut self, file: i64) -> Result<Vec<(u32, u32)>> {
        let is_list = |mark: &&ConventionRow| {
            let row = TABLE.get(usize::from(mark.rule));
            row.is_some_and(|row| matches!(row.rule, Rule::Uses(Thing::Sent, _)))
        };
        Ok(self.facts.marks(file)?.iter().filter(is_list).map(|mark| (mark.line, mark.last)).collect())
    }

    /// The definitions of a file that handle what has that name: what they take, they do not send.
    fn taking(&mut self, file: i64, name: &str) -> Result<BTreeSet<i64>> {
        let mut found = BTreeSet::new();
        for mark in self.facts.marks(file)?.iter() {
            let takes = TABLE.get(usize::from(mark.rule)).is_some_and(|row| message_rule(&row.rule));
            if takes && mark.name == name {
                found.extend(self.facts.around(mark)?);
            }
        }
        Ok(found)
    }

    /// Links from what a file sends to its handlers.
    pub(super) fn add_handlers(&mut self, file: i64, links: &mut Vec<ConventionLink>) -> Result<()> {
        let handlers = self.handlers()?;
        if handlers.by_message.is_empty() {
            return Ok(());
        }
        let references = self.facts.references(file)?;
        let calls = self.all_calls()?;
        let sending = sending(&references, &calls);
        let declaring = self.declaring(file)?;
        let sent = references
            .iter()
            .filter(|row| sending.contains(&row.from) || declared_line(row, &declaring).is_some())
            .map(|row| row.name.as_str());
        // A class whose events run something need not send them itself.
        let own = self.facts.symbols(file)?;
        let own = own.iter().map(|row| row.symbol_name.as_str());
        let homes: BTreeSet<i64> =
            sent.chain(own).filter_map(|name| handlers.by_message.get(name)).flatten().copied().collect();
        for home in homes {
            let mut to = Vec::new();
            self.add_senders_of(home, &mut to)?;
            links.extend(to.into_iter().filter(|link| link.user_file == file));
        }
        Ok(())
    }

    /// The definitions of a test that put something in the place of what handles messages.
    fn mocking(&mut self, file: i64) -> Result<BTreeSet<Option<i64>>> {
        if !is_test(&self.facts.path(file)?) {
            return Ok(BTreeSet::new());
        }
        let references = self.facts.references(file)?;
        let mocks = references
            .iter()
            .filter(|row| row.kind == ReferenceKind::Call && MOCKS.contains(&row.name.as_str()));
        Ok(mocks.map(|row| row.from).collect())
    }

    /// The files that say who handles what.
    fn handlers(&mut self) -> Result<Arc<Handlers>> {
        if let Some(known) = &self.handlers {
            return Ok(Arc::clone(known));
        }
        let store = self.store;
        let found = store.derived(|| self.find_handlers())?;
        self.handlers = Some(Arc::clone(&found));
        Ok(found)
    }

    fn find_handlers(&mut self) -> Result<Handlers> {
        let rules = self.rules(|row| message_rule(&row.rule))?;
        let mut found = Handlers::default();
        for mark in self.store.conventions_by(&rules, MAX_MARKS)? {
            let class = mark.detail.split('@').next().unwrap_or_default();
            let short = class.rsplit('.').next().unwrap_or(class);
            if !short.is_empty() {
                found.by_class.entry(short.to_owned()).or_default().push(mark.file_id);
            }
            found.by_message.entry(mark.name).or_default().push(mark.file_id);
        }
        Ok(found)
    }

    /// The calls by which a framework sends, and those of the project that pass on to them.
    fn calls(&mut self, framework: &'static str) -> Result<Rc<BTreeSet<String>>> {
        if let Some(known) = self.calls.get(framework) {
            return Ok(Rc::clone(known));
        }
        let rules = self.rules(|row| row.framework == framework)?;
        let mut calls = calls_of(&rules);
        if !calls.is_empty() {
            let store = self.store;
            let taking = store.derived(|| self.find_taking_messages())?;
            taking.add_to(&mut calls);
        }
        let calls = Rc::new(calls);
        self.calls.insert(framework, Rc::clone(&calls));
        Ok(calls)
    }

    /// The methods that take some message: `ExecuteCommandAsync(ICommand command)`.
    fn find_taking_messages(&mut self) -> Result<TakingMessages> {
        let taking =
            self.store.symbols_with_signature(|name, signature| takes_any_message(signature, name))?;
        let mut by_file: BTreeMap<i64, BTreeMap<i64, String>> = BTreeMap::new();
        for (id, file, name) in taking {
            by_file.entry(file).or_default().insert(id, name);
        }
        let mut found = BTreeSet::new();
        for (file, methods) in by_file.into_iter().take(MAX_FILES) {
            for row in self.facts.references(file)?.iter().filter(|row| row.kind == ReferenceKind::Call) {
                if let Some(name) = row.from.and_then(|from| methods.get(&from)) {
                    found.insert((name.clone(), row.name.clone()));
                }
            }
        }
        Ok(TakingMessages(found))
    }

    fn all_calls(&mut self) -> Result<BTreeSet<String>> {
        let rules = self.rules(|row| matches!(row.rule, Rule::Sends(_)))?;
        let frameworks: BTreeSet<&'static str> =
            rules.iter().filter_map(|rule| TABLE.get(usize::from(*rule)).map(|row| row.framework)).collect();
        let mut all = BTreeSet::new();
        for framework in frameworks {
            all.extend(self.calls(framework)?.iter().cloned());
        }
        Ok(all)
    }
}

/// Methods that take some message, and what they call.
struct TakingMessages(BTreeSet<(String, String)>);

impl TakingMessages {
    /// Adds the methods that pass on to one of these, a few levels deep.
    fn add_to(&self, calls: &mut BTreeSet<String>) {
        let mut asked = calls.clone();
        for _ in 0..LEVELS {
            let passing = self.0.iter().filter(|(_, called)| asked.contains(called));
            asked = passing.map(|(name, _)| name.clone()).filter(|name| !calls.contains(name)).collect();
            calls.extend(asked.iter().cloned());
            if asked.is_empty() || calls.len() > MAX_CALLS_ITEMS {
                break;
            }
        }
    }
}

/// Whether the first that a method takes is a message of whatever kind: an interface of the project or of the library.
fn takes_any_message(signature: &str, name: &str) -> bool {
    const KINDS: &str = "\
        Command Query Request Notification Event DomainEvent IntegrationEvent Message";
    let list = signature.split_once(name).and_then(|(_, rest)| rest.split_once('('));
    let first = list.map_or("", |(_, list)| list.split([',', ')']).next().unwrap_or(""));
    first
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .any(|word| has_word(KINDS, word) || word.strip_prefix('I').is_some_and(|rest| has_word(KINDS, rest)))
}

/// Calls by which tests put something in the place of a bus, or keep in an object what nothing sends there.
const MOCKS: &[&str] = &[
    "Any", "Is", "IsAny", "Setup", "Verify", "Received", "ReceivedWithAnyArgs", "DidNotReceive", "verify",
    "doReturn", "doNothing", "shouldReceive", "shouldHaveReceived", "AddDomainEvent", "RaiseDomainEvent",
    "RegisterDomainEvent", "QueueDomainEvent", "registerEvent", "andEvent",
];

/// A message as senders name it.
struct Sent<'b> {
    message: i64,
    /// The definitions of its file.
    beside: &'b BTreeSet<i64>,
}

fn calls_of(rules: &[u16]) -> BTreeSet<String> {
    let mut calls = BTreeSet::new();
    for rule in rules {
        if let Some(Rule::Sends(of)) = TABLE.get(usize::from(*rule)).map(|row| row.rule) {
            calls.extend(of.iter().map(|name| (*name).to_owned()));
        }
    }
    calls
}

/// The first line of a reference that stands in one of these lists.
fn declared_line(row: &ReferenceRow, lists: &[(u32, u32)]) -> Option<u32> {
    row.lines.iter().copied().find(|line| lists.iter().any(|(first, last)| (first..=last).contains(&line)))
}

/// The definitions of a file that call one of these.
fn sending(references: &[ReferenceRow], calls: &BTreeSet<String>) -> BTreeSet<Option<i64>> {
    let sends = |row: &&ReferenceRow| row.kind == ReferenceKind::Call && calls.contains(row.name.as_str());
    references.iter().filter(sends).map(|row| row.from).collect()
}

/// The definitions of a file that send a message, with the first line that names it.
fn senders(
    references: &[ReferenceRow],
    sent: &Sent<'_>,
    (calls, declaring): (&BTreeSet<String>, &[(u32, u32)]),
) -> Vec<(Option<i64>, u32)> {
    let sending = sending(references, calls);
    let mut found: BTreeMap<Option<i64>, u32> = BTreeMap::new();
    for row in references {
        // A class and its constructors are one.
        let is_sure = row.confidence < Confidence::Ambiguous
            || !row.targets.is_empty() && row.targets.iter().all(|target| sent.beside.contains(target));
        let names = is_sure && row.targets.contains(&sent.message);
        if !names || row.kind == ReferenceKind::Inherit {
            continue;
        }
        let line = if sending.contains(&row.from) {
            Some(row.lines.first().copied().unwrap_or(1))
        } else {
            declared_line(row, declaring)
        };
        if let Some(line) = line {
            found.entry(row.from).and_modify(|known| *known = (*known).min(line)).or_insert(line);
        }
    }
    found.into_iter().collect()
}
