//! Drafting the graph of a project.

mod documents;
mod merge;
mod parts;
mod project;
mod properties;
