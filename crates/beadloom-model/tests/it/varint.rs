//! Packed numbers.

use beadloom_model::varint::{put, take};

#[test]
fn numbers_come_back() {
    let numbers = [0, 1, 127, 128, 16_383, 16_384, u64::from(u32::MAX), u64::MAX];
    let mut bytes = Vec::new();
    numbers.iter().for_each(|n| put(&mut bytes, *n));
    let mut rest = bytes.as_slice();
    assert_eq!(numbers.map(|_| take(&mut rest)), numbers.map(Some));
    assert_eq!(take(&mut rest), None);
}

#[test]
fn what_was_not_put_ends() {
    for bytes in [&[][..], &[0x80], &[0xff; 20]] {
        assert_eq!(take(&mut &*bytes), None, "{bytes:?}");
    }
}
