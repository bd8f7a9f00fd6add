//! What every answer within a budget is made by: entries, what they are worth, and how many of them fit.

pub(crate) mod about;
pub(crate) mod packer;
pub(crate) mod tier;
