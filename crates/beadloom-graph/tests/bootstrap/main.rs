//! Drafting the graph of a project.

mod documents;
mod parts;
mod project;
mod properties;
