//! How many threads read, parse and resolve.

/// As `BEADLOOM_THREADS` says (1 to 256), for machines that are shared; otherwise as many as the process may use cores.
pub fn threads() -> usize {
    std::env::var("BEADLOOM_THREADS")
        .ok()
        .and_then(|text| text.trim().parse().ok())
        .filter(|threads| (1..=256).contains(threads))
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(2, usize::from))
}
