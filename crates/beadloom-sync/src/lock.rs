//! `.beadloom/sync.lock`: what each document was last declared to be up to date with.
//!
//! A line per document and node, sorted, a blank line between two, so that Git merges changes to neighbours; no dates, so that the same
//! state is the same bytes. Its fields have a TAB between them: document, node, hash of the document, then for each code file its path,
//! the hash of its code and its blob. A union merge may leave two lines of one document; both are kept until the next write. Version 1
//! had a line per pair: document, code, node and three hashes. Such lines are read wherever a merge leaves them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use beadloom_model::{Code, Diagnostic};

use crate::symbols::{CodeHash, DocHash};

/// Where it is, relative to the root.
pub const LOCK_PATH: &str = ".beadloom/sync.lock";

/// A larger one is not read: it would have some 300,000 pairs.
pub const MAX_LOCK_BYTES: u64 = 64 << 20;

/// What the first line begins with; the version follows.
const TITLE: &str = "# beadloom sync.lock, version ";

const VERSION: u32 = 2;

/// What the hash of a document begins with in a line of this version.
const OF_DOCUMENT: &str = "2:";

/// In the place of a hash: nothing of the code counts, or Git's name for the content is not known.
const NOTHING: &str = "-";

/// Fields of a code file.
const OF_CODE: usize = 3;

/// What a hash of code begins with in which only what formatters leave alone counts. One without it is of an earlier version: the
/// mark stands in the line, because merges bring lines of both together.
const FORMATTED: &str = "2:";

/// How many broken lines are reported.
const REPORTED: usize = 20;

/// The state with which a pair was declared to be up to date.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Baseline {
    /// Relative to the root.
    pub doc_path: String,
    /// Relative to the root.
    pub code_path: String,
    /// The node that both belong to.
    pub ref_id: String,
    /// Of the document.
    pub doc_hash: DocHash,
    /// Of the node's symbols in the code file, as far as the document goes.
    pub code_hash: CodeHash,
    /// The hash is that of an earlier version, in which every token counted as it was written.
    pub exact: bool,
    /// What Git calls the code file's content, in hexadecimal; None where that was not known.
    pub blob: Option<String>,
}

impl Baseline {
    /// What names the pair: document, code, node.
    pub fn key(&self) -> (&str, &str, &str) {
        (&self.doc_path, &self.code_path, &self.ref_id)
    }
}

/// The lock, read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lock {
    /// By document, code and node; a pair may have several.
    baselines: BTreeSet<Baseline>,
}

impl Lock {
    /// Reads the file's text. Lines that cannot be read are findings with their place, all of them errors; what is left
    /// counts. The text of a lock that is not there is empty.
    pub fn parse(text: &str) -> (Self, Vec<Diagnostic>) {
        let (mut baselines, mut findings) = (Vec::new(), Vec::new());
        let mut titled = false;
        for (number, line) in text.lines().enumerate() {
            let number = u32::try_from(number + 1).unwrap_or(u32::MAX);
            let line = unmarked(line);
            if line.trim().is_empty() {
                continue;
            }
            let read = match line.strip_prefix(TITLE) {
                Some(version) => match title(version) {
                    Ok(()) => {
                        titled = true;
                        Ok(())
                    }
                    // Nobody knows what the lines of another version mean.
                    Err(fault) => return (Self::default(), vec![fault.at(number)]),
                },
                None if is_conflict(line) => Err(conflict()),
                None if line.starts_with('#') => Ok(()),
                None if !titled => {
                    titled = true;
                    Err(untitled())
                }
                None => baselines_of(line).map(|of_line| baselines.extend(of_line)),
            };
            if let Err(fault) = read {
                if findings.len() >= REPORTED {
                    break;
                }
                findings.push(fault.at(number));
            }
        }
        // All at once: they are sorted mostly, and put in one after the other would be compared with many.
        (Self { baselines: baselines.into_iter().collect() }, findings)
    }

    /// The file's text: equal for equal baselines.
    pub fn render(&self) -> String {
        let mut text = format!(
            "{TITLE}{VERSION}: which state of the code each document is in step with. Written by beadloom; keep it in Git.\n"
        );
        let mut lines: BTreeMap<(&str, &str, DocHash), Vec<&Baseline>> = BTreeMap::new();
        for line in &self.baselines {
            lines.entry((&line.doc_path, &line.ref_id, line.doc_hash)).or_default().push(line);
        }
        for ((doc, node, hash), of_code) in lines {
            let _ = write!(text, "\n{}\t{}\t{OF_DOCUMENT}{hash}", field(doc), field(node));
            for line in of_code {
                let mark = if line.exact { "" } else { FORMATTED };
                let hash = match line.code_hash == CodeHash::nothing() && !line.exact {
                    true => NOTHING.to_owned(),
                    false => format!("{mark}{}", line.code_hash),
                };
                let blob = line.blob.as_deref().unwrap_or(NOTHING);
                let _ = write!(text, "\t{}\t{hash}\t{blob}", field(&line.code_path));
            }
            text.push('\n');
        }
        text
    }

    /// All baselines, by document, code and node.
    pub fn baselines(&self) -> impl Iterator<Item = &Baseline> {
        self.baselines.iter()
    }

    /// Sets the baseline of a pair in the place of those that it has. Returns whether that changes anything.
    pub fn set(&mut self, baseline: Baseline) -> bool {
        let before = self.of_pair(baseline.key());
        if before.len() == 1 && before.first() == Some(&baseline) {
            return false;
        }
        for old in before {
            self.baselines.remove(&old);
        }
        self.baselines.insert(baseline)
    }

    /// Sets the hashes of documents: they were looked at as they are now, with whatever code. `hashes`: by document and node.
    pub fn see(&mut self, hashes: &BTreeMap<(String, String), DocHash>) {
        let seen = std::mem::take(&mut self.baselines).into_iter().map(|mut line| {
            if let Some(hash) = hashes.get(&(line.doc_path.clone(), line.ref_id.clone())) {
                line.doc_hash = *hash;
            }
            line
        });
        self.baselines = seen.collect();
    }

    /// Removes the baselines of a pair. Returns whether there were any.
    pub fn remove(&mut self, doc_path: &str, code_path: &str, ref_id: &str) -> bool {
        let before = self.of_pair((doc_path, code_path, ref_id));
        for old in &before {
            self.baselines.remove(old);
        }
        !before.is_empty()
    }

    /// The baselines of a pair.
    pub fn of_pair(&self, key: (&str, &str, &str)) -> Vec<Baseline> {
        let first = Baseline {
            doc_path: key.0.to_owned(),
            code_path: key.1.to_owned(),
            ref_id: key.2.to_owned(),
            doc_hash: DocHash([0; 16]),
            code_hash: CodeHash([0; 16]),
            exact: false,
            blob: None,
        };
        self.baselines.range(first..).take_while(|baseline| baseline.key() == key).cloned().collect()
    }
}

/// The lines of a sound lock by node, read when they are asked for: of ten thousand, a commit concerns a few.
#[derive(Debug, Default)]
pub struct LockLines<'t> {
    of_node: BTreeMap<Cow<'t, str>, Vec<&'t str>>,
}

impl<'t> LockLines<'t> {
    /// Sorts the lines of a text of which [`Lock::parse`] finds nothing wrong. Of any other it has what can be read.
    pub fn new(text: &'t str) -> Self {
        let mut made = Self::default();
        // Lines of a document, and so mostly of a node, stand together.
        let mut last: (&str, Vec<&str>) = ("", Vec::new());
        for line in text.lines().map(unmarked).filter(|line| !line.starts_with('#')) {
            // Lines without a node are none of a sound lock.
            let Some(node) = node_of(line) else { continue };
            if node != last.0 {
                made.add(last);
                last = (node, Vec::new());
            }
            last.1.push(line);
        }
        made.add(last);
        made
    }

    fn add(&mut self, (node, lines): (&'t str, Vec<&'t str>)) {
        if let Some(node) = unfield(node) {
            self.of_node.entry(node).or_default().extend(lines);
        }
    }

    /// The nodes that have lines, sorted.
    pub fn nodes(&self) -> impl Iterator<Item = &str> {
        self.of_node.keys().map(|node| &**node)
    }

    /// The lock, as far as it concerns the code files that are asked for.
    pub fn of_code(text: &str, is_asked: impl Fn(&str) -> bool) -> Lock {
        let is_asked_of = |line: &&str| {
            let mut fields = line.split('\t').skip(1);
            let (second, third) = (fields.next(), fields.next());
            let is_code = |code: &str| unfield(code).is_some_and(|code| is_asked(&code));
            match third.is_some_and(is_of_document) {
                true => fields.step_by(OF_CODE).any(is_code),
                false => second.is_some_and(is_code),
            }
        };
        let lines = text.lines().map(unmarked).filter(|line| !line.starts_with('#')).filter(is_asked_of);
        let all = lines.filter_map(|line| baselines_of(line).ok()).flatten();
        Lock { baselines: all.filter(|line| is_asked(&line.code_path)).collect() }
    }

    /// The lock, as far as it concerns these nodes.
    pub fn of<'n>(&self, nodes: impl IntoIterator<Item = &'n str>) -> Lock {
        let nodes: BTreeSet<&str> = nodes.into_iter().collect();
        let lines = nodes.into_iter().filter_map(|node| self.of_node.get(node)).flatten();
        Lock { baselines: lines.filter_map(|line| baselines_of(line).ok()).flatten().collect() }
    }
}

/// What is wrong with a line.
struct Fault {
    message: String,
    hint: &'static str,
}

impl Fault {
    fn at(self, line: u32) -> Diagnostic {
        Diagnostic::error(Code::BadLock, self.message).at(LOCK_PATH, line, 0).hint(self.hint)
    }
}

fn title(version: &str) -> Result<(), Fault> {
    let digits = version.split(|c: char| !c.is_ascii_digit()).next().unwrap_or("");
    match digits.parse::<u32>() {
        Ok(1..=VERSION) => Ok(()),
        Ok(other) => Err(Fault {
            message: format!("is of version {other}, and this beadloom reads versions 1 to {VERSION}"),
            hint: "update beadloom",
        }),
        Err(_) => Err(Fault { message: "has no version in its first line".to_owned(), hint: RESTORE }),
    }
}

const RESTORE: &str = "take the file from Git again, or delete it and run `beadloom sync-update --all -y`";

fn untitled() -> Fault {
    Fault { message: format!("does not begin with `{TITLE}{VERSION}`"), hint: RESTORE }
}

/// A line without the mark that some editors put before a file.
fn unmarked(line: &str) -> &str {
    line.strip_prefix('\u{feff}').unwrap_or(line)
}

fn is_conflict(line: &str) -> bool {
    ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].iter().any(|mark| line.starts_with(mark))
}

fn conflict() -> Fault {
    Fault {
        message: "contains the markers of a merge conflict".to_owned(),
        hint: "keep the lines of both sides and delete the marks; with `.beadloom/sync.lock merge=union` in .gitattributes Git does that",
    }
}

/// Whether the third field of a line is the hash of a document: then it is a line of this version.
fn is_of_document(third: &str) -> bool {
    third.strip_prefix(OF_DOCUMENT).is_some_and(|hash| DocHash::from_hex(hash).is_some())
}

/// The node of a line, as it is written.
fn node_of(line: &str) -> Option<&str> {
    let mut fields = line.split('\t').skip(1);
    let (second, third) = (fields.next()?, fields.next()?);
    Some(if is_of_document(third) { second } else { third })
}

/// The baselines that a line has.
fn baselines_of(line: &str) -> Result<Vec<Baseline>, Fault> {
    let fault = |message: &str| Fault { message: message.to_owned(), hint: RESTORE };
    let fields: Vec<&str> = line.split('\t').collect();
    let text = |text: &str| {
        let text = unfield(text).ok_or_else(|| fault("a path or id is empty or not encoded rightly"))?;
        Ok(text.into_owned())
    };
    let doc_hash = |text: &str| {
        DocHash::from_hex(text).ok_or_else(|| fault("the hash of the document is not 32 hexadecimal digits"))
    };
    let wrong = || {
        fault(
            "a line has the document, the node and the document's hash, then path, hash and blob of each code file, with a TAB between two",
        )
    };
    // A line per pair, of the first version.
    if let [doc, code, node, hash, of_code @ ..] = &fields[..]
        && of_code.len() == 2
        && !is_of_document(node)
    {
        let (code_hash, exact, blob) = of_code_fields(of_code)?;
        return Ok(vec![Baseline {
            doc_path: text(doc)?,
            code_path: text(code)?,
            ref_id: text(node)?,
            doc_hash: doc_hash(hash)?,
            code_hash,
            exact,
            blob,
        }]);
    }
    let [doc, node, hash, of_code @ ..] = &fields[..] else { return Err(wrong()) };
    if of_code.is_empty() || of_code.len() % OF_CODE != 0 {
        return Err(wrong());
    }
    let hash = hash.strip_prefix(OF_DOCUMENT).ok_or_else(wrong)?;
    let (doc_path, ref_id, doc_hash) = (text(doc)?, text(node)?, doc_hash(hash)?);
    let each = of_code.chunks_exact(OF_CODE).map(|fields| {
        let [code, hashes @ ..] = fields else { return Err(wrong()) };
        let (code_hash, exact, blob) = of_code_fields(hashes)?;
        Ok(Baseline {
            doc_path: doc_path.clone(),
            code_path: text(code)?,
            ref_id: ref_id.clone(),
            doc_hash,
            code_hash,
            exact,
            blob,
        })
    });
    each.collect()
}

/// The hash of code, whether it is an exact one, and the blob.
fn of_code_fields(fields: &[&str]) -> Result<(CodeHash, bool, Option<String>), Fault> {
    let fault = |message: &str| Fault { message: message.to_owned(), hint: RESTORE };
    let [hash, blob] = fields else { return Err(fault("a code file has a hash and a blob")) };
    let is_blob = |text: &str| {
        matches!(text.len(), 40 | 64) && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    let (exact, code_hash) = match hash.strip_prefix(FORMATTED) {
        Some(hash) => (false, CodeHash::from_hex(hash)),
        None if *hash == NOTHING => (false, Some(CodeHash::nothing())),
        None => (true, CodeHash::from_hex(hash)),
    };
    let code_hash = code_hash.ok_or_else(|| fault("the hash of the code is not 32 hexadecimal digits"))?;
    match *blob {
        NOTHING => Ok((code_hash, exact, None)),
        blob if is_blob(blob) => Ok((code_hash, exact, Some(blob.to_owned()))),
        _ => Err(fault("the name of the blob is neither 40 or 64 hexadecimal digits nor `-`")),
    }
}

/// A path or id as it stands in a line: control characters, `%`, and a `#` at the beginning as `%` and two digits each.
fn field(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if c.is_ascii_control() || c == '%' || (c == '#' && at == 0) || (at == 0 && "<|=>".contains(c)) {
            let _ = write!(encoded, "%{:02x}", u32::from(c));
        } else {
            encoded.push(c);
        }
    }
    encoded
}

fn unfield(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('%') {
        return (!text.is_empty()).then_some(Cow::Borrowed(text));
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        decoded.push_str(before);
        let code = after.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok())?;
        decoded.push(char::from(code));
        rest = after.get(2..)?;
    }
    decoded.push_str(rest);
    Some(Cow::Owned(decoded))
}
