//! Work on all cores, results in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::threads::{spawn, threads};

/// Does `work` for every job on all cores and hands the results to `take` in the order of the jobs. Ends early with
/// the first error of `take`.
pub fn in_order<J: Sync, T: Send, E>(
    jobs: &[J],
    work: impl Fn(&J) -> T + Sync,
    mut take: impl FnMut(&J, T) -> Result<(), E>,
) -> Result<(), E> {
    let threads = threads().min(jobs.len());
    if threads <= 1 {
        return jobs.iter().try_for_each(|job| take(job, work(job)));
    }
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (send, receive) = crossbeam_channel::bounded::<(usize, T)>(128);
        for _ in 0..threads {
            let (send, next, work) = (send.clone(), &next, &work);
            spawn(scope, move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(at) else { return };
                    // Dropping the receiver on the way out ends the threads.
                    if send.send((at, work(job))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut early: BTreeMap<usize, T> = BTreeMap::new();
        let mut due = 0;
        for (at, result) in receive {
            early.insert(at, result);
            while let Some(result) = early.remove(&due) {
                if let Some(job) = jobs.get(due) {
                    take(job, result)?;
                }
                due += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_errors_end_it() {
        let jobs: Vec<usize> = (0..1_000).collect();
        let mut seen = Vec::new();
        in_order(
            &jobs,
            |job| job * 2,
            |job, result| {
                assert_eq!(result, job * 2);
                seen.push(*job);
                Ok::<(), ()>(())
            },
        )
        .unwrap();
        assert_eq!(seen, jobs);
        let mut taken = 0;
        let ended = in_order(
            &jobs,
            |job| *job,
            |_, result| {
                taken += 1;
                if result == 10 { Err(result) } else { Ok(()) }
            },
        );
        assert_eq!((ended, taken), (Err(10), 11));
        assert_eq!(in_order(&[] as &[u8], |_| (), |_, ()| Ok::<(), ()>(())), Ok(()));
    }
}
