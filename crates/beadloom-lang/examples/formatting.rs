//! Lists the definitions whose hashes differ between two folders, one of which a formatter has been over:
//! `cargo run --example formatting -- before after`. A line has the file, the name, and where it stands in each.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use beadloom_lang::{Limits, Parser, detect};
use beadloom_model::Digest;

type Hashes = (Digest, Digest);

/// Of each file and name, the hashes with their lines, in order.
type Definitions = BTreeMap<(String, String), Vec<(Hashes, u32, u32)>>;

fn main() -> std::io::Result<()> {
    let folders: Vec<String> = std::env::args().skip(1).collect();
    let [before, after] = folders.as_slice() else { return Ok(()) };
    let (before, after) = (definitions(Path::new(before))?, definitions(Path::new(after))?);
    let (mut all, mut differ) = (0, 0);
    for (key, old) in &before {
        let new = after.get(key).map_or(&[][..], Vec::as_slice);
        for (number, (hashes, from, to)) in old.iter().enumerate() {
            all += 1;
            let mut same = new.iter().filter(|(other, ..)| other == hashes);
            if same.next().is_none() {
                differ += 1;
                let (_, new_from, new_to) = new.get(number).copied().unwrap_or((*hashes, 0, 0));
                println!("{}\t{}\t{from}\t{to}\t{new_from}\t{new_to}", key.0, key.1);
            }
        }
    }
    eprintln!("{differ} of {all} definitions differ");
    Ok(())
}

fn definitions(root: &Path) -> std::io::Result<Definitions> {
    let mut found = Definitions::new();
    let mut parser = Parser::new();
    let mut folders: Vec<PathBuf> = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                folders.push(path);
                continue;
            }
            let Ok(inside) = path.strip_prefix(root) else { continue };
            let inside = inside.to_string_lossy().into_owned();
            let (Some(language), Ok(text)) = (detect(&inside), std::fs::read_to_string(&path)) else {
                continue;
            };
            let file = parser.parse(language, &inside, &text, &Limits::default());
            for symbol in file.symbols {
                let hashes = (symbol.signature_hash, symbol.body_hash);
                let at = (hashes, symbol.line_start, symbol.line_end);
                found.entry((inside.clone(), symbol.qualified_name)).or_default().push(at);
            }
        }
    }
    Ok(found)
}
