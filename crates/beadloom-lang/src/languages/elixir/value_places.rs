//! Where names stand that are read as values.

use crate::value_places::{PLAIN, ValueRules};

/// Its visitor reports captures and attributes: other names are variables or calls.
pub(super) const VALUES: ValueRules =
    ValueRules { names: &[], this: &["__MODULE__"], own_members: false, ..PLAIN };
