//! Words, from outside.

#[path = "it/forms.rs"]
mod forms;
