//! The model from outside.

mod requests;
