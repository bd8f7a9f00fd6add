//! Imports against small projects that exist only as lists of files.

mod bounds;
mod go;
mod java;
mod project;
mod python;
mod rust;
mod typescript;
mod workspaces;
