//! What is found in texts, and what is not.

#[path = "it/orders.rs"]
mod orders;
#[path = "it/secrets.rs"]
mod secrets;
