//! Where the sources of the grammars' crates are.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::Failure;

/// The folders of packages that the workspace depends on, in the order asked for. Cargo knows them, whether they come
/// from a registry or from a folder of copies; it fetches those that are only in the lock file yet.
pub fn folders(packages: &[&str]) -> Result<Vec<PathBuf>, Failure> {
    let output = Command::new(env::var("CARGO")?)
        .args(["metadata", "--format-version", "1", "--locked", "--filter-platform", &env::var("TARGET")?])
        .output()?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let known = metadata.get("packages").and_then(Value::as_array).ok_or("no packages")?;
    let folder = |name: &&str| {
        let package = known.iter().find(|package| package.get("name").and_then(Value::as_str) == Some(name));
        let manifest = package.and_then(|package| package.get("manifest_path")).and_then(Value::as_str);
        let folder = manifest.and_then(|manifest| Path::new(manifest).parent());
        Ok(folder.ok_or_else(|| format!("{name} is not in the lock file"))?.to_path_buf())
    };
    packages.iter().map(folder).collect()
}
