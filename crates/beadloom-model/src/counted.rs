//! Numbers of things, as sentences say them.

/// A number with the word for what it counts: `1 line`, `2 lines`. The words may be more than a noun: `line is`, `lines are`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
