//! Pairs of what a comment says and the code that it says it of, as counts of terms.

use std::path::Path;

use crate::Result;

/// How often each term occurs, by the terms' numbers.
pub type Counts = Vec<(u32, u8)>;

/// A comment and its code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// Number of the repository in [`Pairs::repositories`].
    pub repository: u32,
    /// Another for every file of all repositories.
    pub file: u32,
    /// Number of the language in [`Pairs::languages`].
    pub language: u32,
    /// What the comment says.
    pub query: Counts,
    /// The code, with its names and its path.
    pub code: Counts,
}

/// All pairs, by repository and path.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// `owner/name`.
    pub repositories: Vec<String>,
    /// Their ids.
    pub languages: Vec<String>,
    /// In the order of their first appearance.
    pub terms: Vec<String>,
    /// In the order of repositories, paths and lines.
    pub pairs: Vec<Pair>,
}

const MAGIC: u32 = 0x5041_4952;

impl Pairs {
    /// Writes them, to be read on the same kind of machine.
    pub fn write(&self, path: &Path) -> Result<()> {
        let mut out = vec![];
        let number = |out: &mut Vec<u8>, value: usize| out.extend((value as u32).to_le_bytes());
        number(&mut out, MAGIC as usize);
        for names in [&self.repositories, &self.languages, &self.terms] {
            number(&mut out, names.len());
            for name in names {
                number(&mut out, name.len());
                out.extend(name.as_bytes());
            }
        }
        number(&mut out, self.pairs.len());
        for pair in &self.pairs {
            for value in [pair.repository, pair.file, pair.language] {
                number(&mut out, value as usize);
            }
            for counts in [&pair.query, &pair.code] {
                number(&mut out, counts.len());
                for (term, count) in counts {
                    number(&mut out, *term as usize);
                    out.push(*count);
                }
            }
        }
        Ok(std::fs::write(path, out)?)
    }

    /// Reads what [`Pairs::write`] wrote.
    pub fn read(path: &Path) -> Result<Self> {
        let bytes = std::fs::read(path)?;
        let mut input = Input(&bytes);
        if input.number()? != MAGIC {
            return Err(format!("{} holds no pairs", path.display()).into());
        }
        let mut names = || -> Result<Vec<String>> {
            let count = input.number()?;
            (0..count)
                .map(|_| {
                    let length = input.number()? as usize;
                    Ok(String::from_utf8(input.take(length)?.to_vec())?)
                })
                .collect()
        };
        let (repositories, languages, terms) = (names()?, names()?, names()?);
        let count = input.number()?;
        let mut pairs = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let (repository, file, language) = (input.number()?, input.number()?, input.number()?);
            let (query, code) = (input.counts(terms.len())?, input.counts(terms.len())?);
            pairs.push(Pair { repository, file, language, query, code });
        }
        Ok(Self { repositories, languages, terms, pairs })
    }
}

struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or("the file of pairs is cut off")?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.take(4)?.try_into()?))
    }

    fn counts(&mut self, terms: usize) -> Result<Counts> {
        let length = self.number()?;
        (0..length)
            .map(|_| {
                let term = self.number()?;
                let count = self.take(1)?.first().copied().unwrap_or_default();
                if term as usize >= terms {
                    Err("a pair names a term that is not there".into())
                } else {
                    Ok((term, count))
                }
            })
            .collect()
    }
}
