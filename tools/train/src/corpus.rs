//! The repositories that are read: which, and which of their files.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use beadloom_lang::{Language, detect};

use crate::Result;

/// Larger files are data, or were written by programs.
const MAX_BYTES: usize = 200_000;

/// Directories whose files were taken from elsewhere, are made by programs, or say what is tested.
const PASSED_OVER: &[&str] = &[
    "vendor",
    "vendored",
    "_vendor",
    "third_party",
    "third-party",
    "thirdparty",
    "3rdparty",
    "external",
    "extern",
    "externals",
    "deps",
    "dep",
    "node_modules",
    "bower_components",
    "pods",
    "carthage",
    "dist",
    "build",
    "out",
    "target",
    "generated",
    "gen",
    "bundled",
    "contrib",
    "min",
    "public",
    "snapshots",
    "__snapshots__",
    "test",
    "tests",
    "testing",
    "__tests__",
    "spec",
    "specs",
    "testdata",
    "test-data",
    "fixtures",
    "mocks",
    "__mocks__",
    "e2e",
    "androidtest",
    "commontest",
    "jvmtest",
    "benchmarks",
    "benchmark",
    "bench",
    "i18n",
    "locale",
    "locales",
];

/// One line of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repository {
    /// `owner/name`.
    pub name: String,
    /// What of it is read.
    pub commit: String,
    /// Names that no directory or file may have.
    excluded: Vec<String>,
}

/// A file of a repository.
pub struct Source {
    /// From the repository's root, with `/`.
    pub path: String,
    /// By its name.
    pub language: &'static Language,
    /// Its content.
    pub text: String,
}

/// The repositories of a list (name, commit, licence, separated by tabs; `#` begins a comment). A name in `excluded`, one
/// per line, must not be in it, and files and directories of that name are passed over in all others.
pub fn repositories(list: &str, excluded: &str) -> Result<Vec<Repository>> {
    let excluded: Vec<String> = rows(excluded).map(str::to_lowercase).collect();
    let mut found = Vec::new();
    for row in rows(list) {
        let mut fields = row.split('\t');
        let (Some(name), Some(commit), Some(_licence)) = (fields.next(), fields.next(), fields.next()) else {
            return Err(format!("`{row}` is not name, commit and licence").into());
        };
        let short = name.rsplit('/').next().unwrap_or(name).to_lowercase();
        if excluded.contains(&short) {
            return Err(format!("{name} is excluded").into());
        }
        found.push(Repository {
            name: name.to_owned(),
            commit: commit.to_owned(),
            excluded: excluded.clone(),
        });
    }
    Ok(found)
}

fn rows(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()).filter(|line| !line.is_empty())
}

impl Repository {
    /// Whether a file of that path and size is read.
    pub fn wants(&self, path: &str, bytes: usize) -> bool {
        let lower = path.to_lowercase();
        let mut parts = lower.split('/').rev();
        let name = parts.next().unwrap_or_default();
        let stem = name.split('.').next().unwrap_or_default();
        let excluded = |part: &str| self.excluded.iter().any(|name| name == part);
        let tests = ["test_", "spec_", "conftest"].iter().any(|begin| stem.starts_with(begin))
            || ["test", "tests", "_spec", "_test"].iter().any(|end| stem.ends_with(end))
            || name.contains(".test.")
            || name.contains(".spec.")
            || name.contains(".min.")
            || name.ends_with(".d.ts")
            || name.contains(".designer.")
            || name.contains(".pb.")
            || name.contains(".g.");
        bytes > 0
            && bytes <= MAX_BYTES
            && !tests
            && !excluded(stem)
            && !excluded(name)
            && !parts.any(|part| excluded(part) || PASSED_OVER.contains(&part) || part.ends_with("test"))
    }

    /// A `git` command about this repository.
    pub fn git(&self, repositories: &Path, arguments: &[&str]) -> Command {
        let folder = repositories.join(format!("{}.git", self.name.replace('/', "+")));
        let mut command = Command::new("git");
        command.arg("--git-dir").arg(folder).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        command
    }

    /// Calls `each` with every file that is read, in the order of their paths.
    pub fn each_source(&self, repositories: &Path, each: &mut dyn FnMut(Source)) -> Result<()> {
        let listed = self.git(repositories, &["ls-tree", "-r", "-l", "-z", &self.commit]).output()?;
        if !listed.status.success() {
            return Err(format!("{} has no {}", self.name, self.commit).into());
        }
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let mut blobs = Blobs::new(self.git(repositories, &["cat-file", "--batch"]).spawn()?)?;
        for entry in listed.split('\0') {
            let Some((facts, path)) = entry.split_once('\t') else { continue };
            let facts: Vec<&str> = facts.split_whitespace().collect();
            let [mode, "blob", id, bytes] = facts.as_slice() else { continue };
            if !mode.starts_with("100") || !self.wants(path, bytes.parse().unwrap_or(0)) {
                continue;
            }
            let Some(language) = detect(path) else { continue };
            if let Ok(text) = String::from_utf8(blobs.read(id)?) {
                each(Source { path: path.to_owned(), language, text });
            }
        }
        blobs.finish()
    }
}

/// A running `git cat-file --batch`.
struct Blobs {
    process: Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Blobs {
    fn new(mut process: Child) -> Result<Self> {
        let answers = process.stdout.take().ok_or("git gives no output")?;
        Ok(Self { process, answers: BufReader::new(answers) })
    }

    fn read(&mut self, id: &str) -> Result<Vec<u8>> {
        let asked = self.process.stdin.as_mut().ok_or("git takes no input")?;
        writeln!(asked, "{id}")?;
        asked.flush()?;
        let mut header = String::new();
        self.answers.read_line(&mut header)?;
        let bytes: usize =
            header.split_whitespace().nth(2).and_then(|size| size.parse().ok()).ok_or("no such blob")?;
        let mut content = vec![0; bytes + 1];
        self.answers.read_exact(&mut content)?;
        content.truncate(bytes);
        Ok(content)
    }

    fn finish(mut self) -> Result<()> {
        drop(self.process.stdin.take());
        self.process.wait()?;
        Ok(())
    }
}
