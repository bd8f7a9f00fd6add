//! Mockito and MockK: functions that give back what they are given, or a value of the type that they are given.

/// Whether what a call gives is its first argument, or stands for it: `verify(repository).save(order)`.
pub(crate) fn is_argument(text: &str, name: &str) -> bool {
    let passes =
        matches!(name, "verify" | "when" | "`when`" | "whenever" | "given" | "then" | "spy" | "spyk");
    passes && is_mocking(text)
}

/// Whether what a call gives is what it is called on: `then(repository).should().save(order)`.
pub(crate) fn is_receiver(text: &str, name: &str) -> bool {
    name == "should" && is_mocking(text)
}

/// Whether a call gives a value of its type argument: `mock<Repository>()`.
pub(crate) fn is_of_type_argument(text: &str, name: &str) -> bool {
    matches!(name, "mock" | "mockk" | "spy" | "spyk") && is_mocking(text)
}

/// Whether a file imports one of the libraries; imports stand at its top.
fn is_mocking(text: &str) -> bool {
    const MAX_HEAD_BYTES: usize = 32 * 1024;
    let head = text.get(..text.floor_char_boundary(MAX_HEAD_BYTES)).unwrap_or(text);
    head.contains("org.mockito") || head.contains("io.mockk")
}
