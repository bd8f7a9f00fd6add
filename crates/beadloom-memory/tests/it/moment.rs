use beadloom_memory::{expiry, is_unused, quality};
use beadloom_model::Code;
use beadloom_model::answers::MemorySource;
use beadloom_model::time::{iso_utc, parse_utc};

const DAY: i64 = 86_400;

#[test]
fn times_are_read_as_they_are_written() {
    for text in
        ["1970-01-01T00:00:00Z", "2024-02-29T23:59:59Z", "2026-11-25T15:26:16Z", "9999-12-31T00:00:00Z"]
    {
        assert_eq!(parse_utc(text).map(iso_utc).as_deref(), Some(text));
    }
    for (text, same) in [
        ("2026-01-31", "2026-01-31T00:00:00Z"),
        ("2026-01-31 12:30", "2026-01-31T12:30:00Z"),
        ("2026-01-31T12:30:00.123Z", "2026-01-31T12:30:00Z"),
        ("2026-01-31T00:30:00+02:00", "2026-01-30T22:30:00Z"),
    ] {
        assert_eq!(parse_utc(text).map(iso_utc).as_deref(), Some(same), "{text}");
    }
    for text in [
        "", "2026", "2026-02-30", "2025-02-29", "2026-13-01", "1969-12-31", "2026-1-1", "2026-01-31T25:00Z",
        "tomorrow",
    ] {
        assert_eq!(parse_utc(text), None, "{text}");
    }
}

#[test]
fn a_memory_holds_until_the_end_of_a_day_or_so_many_days() {
    let now = parse_utc("2026-01-31T12:00:00Z").unwrap();
    for (text, until) in [
        ("2026-01-31", "2026-01-31T23:59:59Z"),
        ("2026-02-01T08:00:00Z", "2026-02-01T08:00:00Z"),
        ("30d", "2026-03-02T12:00:00Z"),
    ] {
        assert_eq!(iso_utc(expiry(text, now).unwrap()), until, "{text}");
    }
    for text in ["2026-01-30", "0d", "2026-01-31T11:59:59Z", "soon", "-1d", "99999999999999999999d", ""] {
        assert_eq!(expiry(text, now).unwrap_err().code, Code::Usage, "{text}");
    }
}

#[test]
fn quality_follows_age_use_and_source() {
    let now = 1_000 * DAY;
    for (days, uses, source, expected) in [
        (0, 0, MemorySource::Manual, 0.7),
        (0, 10, MemorySource::Manual, 1.0),
        (0, 1_000, MemorySource::Manual, 1.0),
        (0, 5, MemorySource::Agent, 0.79),
        (365, 0, MemorySource::Manual, 0.34),
        (900, 0, MemorySource::Agent, 0.28),
        (900, 0, MemorySource::Auto, 0.22),
        (73, 0, MemorySource::Auto, 0.5),
    ] {
        let found = quality(now - days * DAY, uses, source, now);
        assert!((found - expected).abs() < 1e-6, "{days} days, {uses} uses, {source:?}: {found}");
    }
    // A clock that was set back.
    assert!((quality(now + DAY, 0, MemorySource::Manual, now) - 0.7).abs() < 1e-6);
    assert!(is_unused(0.28, now - 91 * DAY, now));
    assert!(!is_unused(0.28, now - 90 * DAY, now) && !is_unused(0.3, 0, now));
}
