//! How a thread waits for files to change.

/// Rings when the system reported something.
pub trait Bell: Send + Sync {
    /// Blocks until there is something to drain, or until somebody rang. It may come back without either.
    fn wait(&self);

    /// Wakes whoever waits, or waits next, once: another call has taken what there was to drain.
    fn nudge(&self);

    /// Wakes whoever waits, now and from now on.
    fn ring(&self);
}
