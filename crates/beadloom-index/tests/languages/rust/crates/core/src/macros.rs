/// Adds up.
#[macro_export]
macro_rules! tally {
    ($first:expr, $second:expr) => {
        $first + $second.len()
    };
}
