//! Text in, vectors out: transformer models that users bring.
//!
//! A model is a folder with `config.json`, a tokenizer and an ONNX file, as model hubs publish them. It is run by an
//! ONNX runtime, a shared library that is loaded where there is one and that the package does not carry.
//!
//! This crate reads such folders and loads that library. It opens no connection: models are fetched elsewhere. What
//! it reads is taken to be hostile; what a file says is bounded and checked, and becomes an [`Error`](beadloom_model::Error)
//! with the code `no_model`, `bad_model` or `no_runtime`.
//!
//! A library that is damaged can end the process the moment it is loaded, and so can, in principle, a model. What can
//! be seen from outside is checked first ([`check_library`]); a caller that must live tries both in another process.

mod folder;
mod json;
mod library;
mod outline;
mod pooling;
mod runtime;
mod settings;
mod transformer;
mod wordpiece;

pub use folder::{ModelFolder, Stamp, folders_in, stamp};
pub use library::check_library;
pub use transformer::{Role, Transformer};
