//! Servers and their tools.

use beadloom_model::Result;
use rusqlite::{Row, Transaction, params};

use super::{GatewayStore, advance};

/// Tools that are gone and whose approval is kept, of one server.
const MAX_GONE_TOOLS: i64 = 5_000;

/// A server as it lies there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerRow {
    /// Its name.
    pub name: String,
    /// What it says of itself.
    pub instructions: Option<String>,
    /// When its list was read, in seconds since 1970.
    pub read_at: i64,
}

/// A tool as it lies there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolRow {
    /// Of the server.
    pub server: String,
    /// Upstream.
    pub name: String,
    /// In the server's list; None where it is gone.
    pub position: Option<i64>,
    /// The definition as it was read last, as JSON.
    pub offered: String,
    /// The one that is good, as JSON.
    pub approved: Option<String>,
    /// Why it is held, as JSON.
    pub held: Option<String>,
}

impl GatewayStore {
    /// By name.
    pub fn servers(&self) -> Result<Vec<ServerRow>> {
        self.list("SELECT name, instructions, read_at FROM servers ORDER BY name", [], |row| {
            Ok(ServerRow { name: row.get(0)?, instructions: row.get(1)?, read_at: row.get(2)? })
        })
    }

    /// Those that are there, by server and position.
    pub fn tools(&self) -> Result<Vec<ToolRow>> {
        self.list(
            "SELECT server, name, position, offered, approved, held FROM tools
                     WHERE position IS NOT NULL ORDER BY server, position, name",
            [],
            row,
        )
    }

    /// Replaces the list of a server by what `decide` makes of what lies there of it, gone ones too. Rows that it leaves out stay as
    /// gone.
    pub fn replace_server<T>(
        &mut self,
        server: &ServerRow,
        decide: impl FnOnce(&[ToolRow]) -> (Vec<ToolRow>, T),
    ) -> Result<T> {
        self.write(|tx| {
            let before: Vec<ToolRow> = tx
                .prepare_cached(
                    "SELECT server, name, position, offered, approved, held FROM tools WHERE server = ?1 ORDER BY name",
                )?
                .query_map([&server.name], row)?
                .collect::<rusqlite::Result<_>>()?;
            let (after, answer) = decide(&before);
            let same_server = tx
                .prepare_cached("SELECT instructions IS ?2 FROM servers WHERE name = ?1")?
                .query_map(params![server.name, server.instructions], |row| row.get::<_, bool>(0))?
                .next()
                .transpose()?
                .unwrap_or(false);
            tx.prepare_cached(
                "INSERT INTO servers (name, instructions, read_at) VALUES (?1, ?2, ?3)
                 ON CONFLICT (name) DO UPDATE SET instructions = excluded.instructions, read_at = excluded.read_at",
            )?
            .execute(params![server.name, server.instructions, server.read_at])?;
            let there: Vec<&ToolRow> = before.iter().filter(|row| row.position.is_some()).collect();
            let is_same = there.len() == after.len() && after.iter().all(|row| there.contains(&row));
            if is_same && same_server {
                return Ok(answer);
            }
            tx.prepare_cached("UPDATE tools SET position = NULL WHERE server = ?1")?.execute([&server.name])?;
            for row in &after {
                put(tx, row)?;
            }
            tx.prepare_cached(
                "DELETE FROM tools WHERE server = ?1 AND position IS NULL AND name NOT IN
                 (SELECT name FROM tools WHERE server = ?1 AND position IS NULL ORDER BY name LIMIT ?2)",
            )?
            .execute(params![server.name, MAX_GONE_TOOLS])?;
            advance(tx, "tools")?;
            Ok(answer)
        })
    }

    /// Forgets a server; what was approved of its tools stays.
    pub fn drop_server(&mut self, server: &str) -> Result<()> {
        self.write(|tx| {
            let gone = tx.execute("DELETE FROM servers WHERE name = ?1", [server])?;
            let tools = tx.execute(
                "UPDATE tools SET position = NULL WHERE server = ?1 AND position IS NOT NULL",
                [server],
            )?;
            if gone + tools > 0 {
                advance(tx, "tools")?;
            }
            Ok(())
        })
    }

    /// Approves the held tools that `wanted` names; their servers and names, sorted.
    pub fn approve(&mut self, wanted: impl Fn(&str, &str) -> bool) -> Result<Vec<(String, String)>> {
        self.write(|tx| {
            let held: Vec<(String, String)> = tx
                .prepare_cached(
                    "SELECT server, name FROM tools WHERE held IS NOT NULL AND position IS NOT NULL ORDER BY server, name",
                )?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<rusqlite::Result<_>>()?;
            let approved: Vec<_> = held.into_iter().filter(|(server, name)| wanted(server, name)).collect();
            for (server, name) in &approved {
                tx.prepare_cached(
                    "UPDATE tools SET approved = offered, held = NULL WHERE server = ?1 AND name = ?2",
                )?
                .execute([server, name])?;
            }
            if !approved.is_empty() {
                advance(tx, "tools")?;
            }
            Ok(approved)
        })
    }
}

fn row(row: &Row<'_>) -> rusqlite::Result<ToolRow> {
    Ok(ToolRow {
        server: row.get(0)?,
        name: row.get(1)?,
        position: row.get(2)?,
        offered: row.get(3)?,
        approved: row.get(4)?,
        held: row.get(5)?,
    })
}

fn put(tx: &Transaction<'_>, row: &ToolRow) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT OR REPLACE INTO tools (server, name, position, offered, approved, held) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?
    .execute(params![row.server, row.name, row.position, row.offered, row.approved, row.held])?;
    Ok(())
}
