//! Imports against small projects that exist only as lists of files.

mod bash;
mod bounds;
mod elixir;
mod go;
mod java;
mod lua;
mod php;
mod project;
mod python;
mod ruby;
mod rust;
mod typescript;
mod workspaces;
