//! Prints an index for comparing: `sound` or `damaged`, then one line per row, sorted, as [`Store::dump`] has them.
//!
//! `cargo run -p beadloom-store --example dump -- PROJECT/.beadloom/beadloom.db`

#![expect(clippy::print_stdout, reason = "this is what it is for")]

use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use beadloom_store::{Access, Store};

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else {
        println!("usage: dump INDEX");
        return ExitCode::FAILURE;
    };
    let lines = Store::open(Path::new(&path), Access::Read).and_then(|store| {
        let mut lines = vec![if store.is_sound()? { "sound" } else { "damaged" }.to_owned()];
        lines.extend(store.dump()?);
        Ok(lines)
    });
    match lines {
        Ok(lines) => {
            let mut out = BufWriter::new(std::io::stdout().lock());
            let written = lines.iter().try_for_each(|line| writeln!(out, "{line}"));
            if written.and_then(|()| out.flush()).is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            println!("{error:?}");
            ExitCode::FAILURE
        }
    }
}
