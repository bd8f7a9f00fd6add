//! Packs tables that repeat themselves: a row of a parse table is mostly as another one before it.
//!
//! Packed is a list of steps: how many values follow as they are, these, how many are as before, and how far before.
//! `unpack.h` has the other direction.

use std::collections::HashMap;

/// Fewer equal values than this are not worth a step of three values.
const MIN_RUN: usize = 4;
/// How many earlier places are compared.
const TRIES: usize = 64;
/// The greatest length and distance that a value holds.
const MAX_VALUE: usize = u16::MAX as usize;

/// There is no earlier place.
const NOWHERE: usize = usize::MAX;

/// The steps that make `values`.
pub fn pack(values: &[u16]) -> Vec<u16> {
    let mut packed = Vec::new();
    // By how values begin, where the last one is that begins so; by place, where the one before it is.
    let mut last: HashMap<&[u16], usize> = HashMap::new();
    let mut earlier = vec![NOWHERE; values.len()];
    let mut at = 0;
    let mut plain = 0;
    while at < values.len() {
        let (length, distance) = longest(values, at, &last, &earlier);
        let end = if length < MIN_RUN { at + 1 } else { at + length };
        for (place, earlier) in (at..end).zip(&mut earlier[at..end]) {
            if let Some(start) = values.get(place..place + MIN_RUN) {
                *earlier = last.insert(start, place).unwrap_or(NOWHERE);
            }
        }
        if length >= MIN_RUN {
            step(&mut packed, &values[plain..at], length, distance);
            plain = end;
        }
        at = end;
    }
    step(&mut packed, &values[plain..], 0, 0);
    packed
}

/// The longest run before `at` that what begins at `at` repeats, and how far before it is.
fn longest(values: &[u16], at: usize, last: &HashMap<&[u16], usize>, earlier: &[usize]) -> (usize, usize) {
    let rest = &values[at..];
    let mut best = (0, 0);
    let Some(mut place) = rest.get(..MIN_RUN).and_then(|start| last.get(start)).copied() else { return best };
    for _ in 0..TRIES {
        if place == NOWHERE || at - place > MAX_VALUE {
            break;
        }
        let length = rest.iter().zip(&values[place..]).take(MAX_VALUE).take_while(|(a, b)| a == b).count();
        if length > best.0 {
            best = (length, at - place);
        }
        place = earlier[place];
    }
    best
}

#[expect(clippy::cast_possible_truncation, reason = "lengths and distances are at most MAX_VALUE")]
fn step(packed: &mut Vec<u16>, plain: &[u16], length: usize, distance: usize) {
    let mut parts = plain.chunks(MAX_VALUE).peekable();
    while let Some(part) = parts.next() {
        packed.push(part.len() as u16);
        packed.extend(part);
        if parts.peek().is_some() {
            packed.extend([0, 0]);
        }
    }
    if plain.is_empty() {
        packed.push(0);
    }
    packed.extend([length as u16, distance as u16]);
}

/// What `unpack.h` makes of the steps.
pub fn unpack(packed: &[u16]) -> Vec<u16> {
    let mut values = Vec::new();
    let mut rest = packed;
    while let [plain, after @ ..] = rest {
        let (plain, after) = after.split_at(usize::from(*plain));
        values.extend(plain);
        let [length, distance, after @ ..] = after else { break };
        for _ in 0..*length {
            values.push(values[values.len() - usize::from(*distance)]);
        }
        rest = after;
    }
    values
}
