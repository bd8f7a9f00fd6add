//! Drafting the graph of a project.

mod documents;
mod merge;
mod named;
mod parts;
mod project;
mod properties;
