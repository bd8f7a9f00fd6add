//! How long a thread has worked.

use std::time::{Duration, Instant};

/// Time that the thread which started it has worked since. On Unix that is its processor time: what a file comes to
/// must not depend on how many others want the processor. Elsewhere it is time as it passes.
pub(crate) struct Stopwatch {
    began: Instant,
    #[cfg(unix)]
    worked: Duration,
}

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self {
            began: Instant::now(),
            #[cfg(unix)]
            worked: worked(),
        }
    }

    /// Whether the thread has worked for longer.
    pub(crate) fn is_over(&self, limit: Duration) -> bool {
        // Nobody works longer than time passes, and looking at that costs less.
        if self.began.elapsed() <= limit {
            return false;
        }
        #[cfg(unix)]
        return worked().saturating_sub(self.worked) > limit;
        #[cfg(not(unix))]
        true
    }
}

#[cfg(unix)]
fn worked() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn sleep_is_no_work() {
        let watch = Stopwatch::start();
        std::thread::sleep(Duration::from_millis(30));
        assert!(!watch.is_over(Duration::from_millis(20)));
        let began = Instant::now();
        let mut sum = 0u64;
        // Bounded by time that passes only where the machine gives it no processor at all.
        while !watch.is_over(Duration::from_millis(20)) && began.elapsed() < Duration::from_secs(60) {
            sum = (0..10_000).fold(sum, |sum, n| std::hint::black_box(sum.wrapping_add(n)));
        }
        assert!(watch.is_over(Duration::from_millis(20)));
    }
}
