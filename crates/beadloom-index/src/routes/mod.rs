//! Routes of the project: what files state, with the prefixes in front that other files give.

mod compose;
mod routing;
mod stage;
mod targets;

pub use compose::compose;
pub use routing::RoutingFile;
pub(crate) use stage::compose_all;
