//! Imports against small projects that exist only as lists of files.

mod bash;
mod bounds;
mod c;
mod csharp;
mod declared;
mod elixir;
mod go;
mod haskell;
mod java;
mod kotlin;
mod lua;
mod php;
mod project;
mod protobuf;
mod python;
mod ruby;
mod rust;
mod scala;
mod sql;
mod swift;
mod typescript;
mod workspaces;
mod zig;
