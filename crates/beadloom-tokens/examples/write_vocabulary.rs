//! Writes the vocabularies in `data/` from the tokens of the crate `tiktoken-rs`:
//! `cargo run -p beadloom-tokens --example write_vocabulary`.

use std::error::Error;
use std::path::Path;

use beadloom_tokens::{Encoding, writer};

fn main() -> Result<(), Box<dyn Error>> {
    for encoding in Encoding::ALL {
        let reference = match encoding {
            Encoding::O200kBase => tiktoken_rs::o200k_base()?,
            Encoding::Cl100kBase => tiktoken_rs::cl100k_base()?,
        };
        let ranks = 0..u32::try_from(encoding.tokens())?;
        let tokens = ranks.map(|rank| reference.decode_bytes(&[rank])).collect::<Result<Vec<_>, _>>()?;
        let file = writer::write(encoding, &tokens)?;
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(encoding.file_name());
        std::fs::write(&path, &file)?;
        println!("{}: {} bytes", path.display(), file.len());
    }
    Ok(())
}
