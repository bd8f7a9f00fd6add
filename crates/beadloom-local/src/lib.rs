//! What this user has on this machine, whatever the project: folders, secrets, models and vocabularies.
//!
//! - `places` has the folders, as the shell says; `project_folder` makes that of a project.
//! - `seals` has the secrets that indexes, memories and gateways are sealed with.
//! - `bundled` reads the tables of static embeddings, `vocabularies` those of tokens; each once per process.
//! - `transformers` opens a model that the user brought, once `probe` let another process load it.

mod bundled;
pub mod places;
mod probe;
mod project_folder;
pub mod seals;
pub mod transformers;
pub mod vocabularies;

pub use bundled::{bundled_file, model as bundled_model, path as bundled_path, tools_model};
pub use places::{ModelPlaces, set_model_places};
pub use probe::{digest, try_model};
pub use project_folder::make_folder;
pub use transformers::{check_model, check_model_words};
pub use vocabularies::{count_tokens, set_data_folder};
