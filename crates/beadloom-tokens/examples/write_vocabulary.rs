//! Writes `data/o200k_base.vocabulary` from the tokens of the crate `tiktoken-rs`:
//! `cargo run -p beadloom-tokens --example write_vocabulary`.

use std::error::Error;
use std::path::Path;

/// Ordinary tokens of o200k_base; the special ones have higher ids.
const TOKENS: u32 = 199_998;

fn main() -> Result<(), Box<dyn Error>> {
    let reference = tiktoken_rs::o200k_base()?;
    let tokens = (0..TOKENS).map(|rank| reference.decode_bytes(&[rank])).collect::<Result<Vec<_>, _>>()?;
    let file = beadloom_tokens::writer::write(&tokens)?;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/o200k_base.vocabulary");
    std::fs::write(&path, &file)?;
    println!("{}: {} bytes", path.display(), file.len());
    Ok(())
}
