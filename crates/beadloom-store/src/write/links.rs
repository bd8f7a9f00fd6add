//! What documents name, and which nodes they are about.

use beadloom_model::Result;
use rusqlite::{OptionalExtension as _, params};

use super::Writer;
use crate::columns::json;
use crate::rows::{DerivedLink, to_json};

impl Writer<'_> {
    /// Says what a document names, as JSON of `DocumentNames`; None for a file that is no document any more, whose links go too.
    ///
    /// # Errors
    /// Store errors.
    pub fn set_document_names(&self, file: i64, names: Option<&str>) -> Result<()> {
        self.run(|c| match names {
            Some(names) => c
                .prepare_cached("REPLACE INTO document_names (file_id, names) VALUES (?1, ?2)")?
                .execute(params![file, names])
                .map(drop),
            None => {
                c.prepare_cached("DELETE FROM derived_links WHERE file_id = ?1")?.execute([file])?;
                c.prepare_cached("DELETE FROM mentions WHERE file_id = ?1")?.execute([file])?;
                c.prepare_cached("DELETE FROM document_names WHERE file_id = ?1")?.execute([file]).map(drop)
            }
        })
    }

    /// Says what a file states in literals, sorted. Returns what it had not stated or states no more. `known`: the index may hold
    /// something of that file.
    ///
    /// # Errors
    /// Store errors.
    pub fn set_literals(&self, file: i64, names: &[String], known: bool) -> Result<Vec<String>> {
        if names.is_empty() && !known {
            return Ok(Vec::new());
        }
        self.run(|c| {
            let before: Vec<String> = if known {
                c.prepare_cached("SELECT names FROM literals WHERE file_id = ?1")?
                    .query_row([file], |row| json(row, 0))
                    .optional()?
                    .unwrap_or_default()
            } else {
                Vec::new()
            };
            if before == names {
                return Ok(Vec::new());
            }
            if names.is_empty() {
                c.prepare_cached("DELETE FROM literals WHERE file_id = ?1")?.execute([file])?;
            } else {
                c.prepare_cached("REPLACE INTO literals (file_id, names) VALUES (?1, ?2)")?
                    .execute(params![file, to_json(&names)])?;
            }
            let only_in_one = |name: &&String, other: &[String]| other.binary_search(name).is_err();
            let went = before.iter().filter(|name| only_in_one(name, names));
            let came = names.iter().filter(|name| only_in_one(name, &before));
            Ok(went.chain(came).cloned().collect())
        })
    }

    /// Removes all mentions and all links that were derived.
    ///
    /// # Errors
    /// Store errors.
    pub fn clear_derived_links(&self) -> Result<()> {
        self.run(|c| c.execute_batch("DELETE FROM mentions; DELETE FROM derived_links"))
    }

    /// Says what of the project a document names, each with its lines, and which nodes it is about, in place of what was said before.
    ///
    /// # Errors
    /// Store errors.
    pub fn set_derived_links(
        &self,
        file: i64,
        mentions: &[(String, Vec<u32>)],
        links: &[DerivedLink],
    ) -> Result<()> {
        self.run(|c| {
            c.prepare_cached("DELETE FROM mentions WHERE file_id = ?1")?.execute([file])?;
            let mut insert =
                c.prepare_cached("INSERT INTO mentions (name, file_id, lines) VALUES (?1, ?2, ?3)")?;
            for (name, lines) in mentions {
                insert.execute(params![name, file, to_json(lines)])?;
            }
            c.prepare_cached("DELETE FROM derived_links WHERE file_id = ?1")?.execute([file])?;
            let mut insert = c.prepare_cached(
                "INSERT INTO derived_links (ref_id, file_id, line_start, line_end, heading, score, place, title, names)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            )?;
            for link in links {
                let (first, last, heading) =
                    link.section.as_ref().map_or((0, 0, ""), |(first, last, heading)| (*first, *last, heading));
                insert.execute(params![
                    link.ref_id,
                    file,
                    first,
                    last,
                    heading,
                    link.score,
                    link.place,
                    link.title,
                    to_json(&link.names)
                ])?;
            }
            Ok(())
        })
    }
}
