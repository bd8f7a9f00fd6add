//! What every answer within a budget is made by: entries, what they are worth, and how many of them fit; and what its text says of
//! itself.

pub(crate) mod heading;
pub(crate) mod json;
pub(crate) mod packer;
pub(crate) mod places;
pub(crate) mod summary;
pub(crate) mod tier;
