//! What a file refers to, as it states it: the part that stays while the file stays.

use std::collections::HashMap;

use beadloom_model::{Receiver, ReferenceFacts, ReferenceKind};

use super::numbers::{Numbers, put, put_signed};

/// The first byte of a reference: its kind,
const KIND: u8 = 0b11;
/// what stands before its name,
const RECEIVER: u8 = 0b1_1100;
const RECEIVER_SHIFT: u8 = 2;
/// whether it stands in the same definition as the one before,
const SAME_FROM: u8 = 0b10_0000;
/// and whether it has one line only.
const ONE_LINE: u8 = 0b100_0000;

/// A reference as it was packed.
#[derive(Debug, Clone)]
pub struct Fact<'a> {
    /// The last name.
    pub name: &'a str,
    /// What stands before it.
    pub receiver: FactReceiver<'a>,
    /// What it does.
    pub kind: ReferenceKind,
    /// The innermost definition around, by its position in the file.
    pub from: Option<u32>,
    first_line: u32,
    more_lines: usize,
    lines: Numbers<'a>,
}

/// [`Receiver`] without owning its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FactReceiver<'a> {
    /// [`Receiver::None`]
    None,
    /// [`Receiver::This`]
    This,
    /// [`Receiver::Super`]
    Super,
    /// [`Receiver::Path`]
    Path(&'a str),
    /// [`Receiver::Typed`]
    Typed(&'a str),
    /// [`Receiver::Value`]
    Value,
}

impl FactReceiver<'_> {
    /// The receiver with text of its own.
    pub fn to_receiver(self) -> Receiver {
        match self {
            Self::None => Receiver::None,
            Self::This => Receiver::This,
            Self::Super => Receiver::Super,
            Self::Path(path) => Receiver::Path(path.to_owned()),
            Self::Typed(of) => Receiver::Typed(of.to_owned()),
            Self::Value => Receiver::Value,
        }
    }
}

impl Fact<'_> {
    /// How many lines it stands on.
    pub fn places(&self) -> usize {
        self.more_lines + 1
    }

    /// 1-based, ascending, at least one.
    pub fn lines(&self) -> Vec<u32> {
        let mut line = self.first_line;
        let mut numbers = self.lines;
        let mut lines = vec![line];
        for _ in 0..self.more_lines {
            line = line.saturating_add(numbers.number().and_then(|n| u32::try_from(n).ok()).unwrap_or(1));
            lines.push(line);
        }
        lines
    }
}

/// Packs the references of a file, in the order of the definitions that they stand in, then of lines.
pub fn pack_facts(facts: &[ReferenceFacts]) -> Vec<u8> {
    let mut order: Vec<&ReferenceFacts> = facts.iter().collect();
    // In the order of appearance otherwise: that of base types counts.
    order.sort_by_key(|fact| (fact.from.map_or(0, |from| u64::from(from) + 1), first_line(fact)));
    let mut texts = Texts::default();
    let mut packed = Vec::with_capacity(facts.len() * 6);
    let (mut from, mut line) = (0u64, 0i64);
    for fact in order {
        let (receiver, text) = match &fact.receiver {
            Receiver::None => (0, None),
            Receiver::This => (1, None),
            Receiver::Super => (2, None),
            Receiver::Path(path) => (3, Some(path)),
            Receiver::Typed(of) => (4, Some(of)),
            Receiver::Value => (5, None),
        };
        let own = fact.from.map_or(0, |from| u64::from(from) + 1);
        let mut head = kind_number(fact.kind) | receiver << RECEIVER_SHIFT;
        if own == from {
            head |= SAME_FROM;
        }
        if fact.lines.len() <= 1 {
            head |= ONE_LINE;
        }
        packed.push(head);
        put(&mut packed, texts.number(&fact.name));
        if let Some(text) = text {
            put(&mut packed, texts.number(text));
        }
        if own != from {
            put(&mut packed, own - from);
            from = own;
        }
        let first = first_line(fact);
        put_signed(&mut packed, i64::from(first) - line);
        line = i64::from(first);
        if fact.lines.len() > 1 {
            put(&mut packed, fact.lines.len() as u64 - 1);
            let mut last = first;
            for next in fact.lines.iter().skip(1) {
                put(&mut packed, u64::from(next.saturating_sub(last)));
                last = *next;
            }
        }
    }
    let mut out = Vec::with_capacity(packed.len() + texts.bytes + 8);
    put(&mut out, texts.in_order.len() as u64);
    for text in texts.in_order {
        put(&mut out, text.len() as u64);
        out.extend_from_slice(text.as_bytes());
    }
    put(&mut out, facts.len() as u64);
    out.extend_from_slice(&packed);
    out
}

fn first_line(fact: &ReferenceFacts) -> u32 {
    fact.lines.first().copied().unwrap_or(1)
}

fn kind_number(kind: ReferenceKind) -> u8 {
    match kind {
        ReferenceKind::Call => 0,
        ReferenceKind::Type => 1,
        ReferenceKind::Inherit => 2,
        ReferenceKind::Value => 3,
    }
}

/// Each text once, numbered in the order of first use.
#[derive(Default)]
struct Texts<'a> {
    in_order: Vec<&'a str>,
    numbers: HashMap<&'a str, u64>,
    bytes: usize,
}

impl<'a> Texts<'a> {
    fn number(&mut self, text: &'a str) -> u64 {
        *self.numbers.entry(text).or_insert_with(|| {
            self.in_order.push(text);
            self.bytes += text.len() + 2;
            self.in_order.len() as u64 - 1
        })
    }
}

/// The references of a file, unpacked one by one. Ends early where the bytes are not of [`pack_facts`].
#[derive(Debug, Clone)]
pub struct Facts<'a> {
    texts: Vec<&'a str>,
    count: usize,
    left: usize,
    numbers: Numbers<'a>,
    from: u64,
    line: i64,
}

impl<'a> Facts<'a> {
    /// `packed`: of [`pack_facts`].
    pub fn new(packed: &'a [u8]) -> Self {
        let mut numbers = Numbers::new(packed);
        let mut texts = Vec::new();
        let read = |numbers: &mut Numbers<'a>, texts: &mut Vec<&'a str>| {
            let count = numbers.count()?;
            texts.reserve(count);
            for _ in 0..count {
                texts.push(numbers.text()?);
            }
            numbers.count()
        };
        let count = read(&mut numbers, &mut texts).unwrap_or(0);
        Self { texts, count, left: count, numbers, from: 0, line: 0 }
    }

    /// How many there are in all.
    pub fn total(&self) -> usize {
        self.count
    }

    fn text(&mut self) -> Option<&'a str> {
        let number = usize::try_from(self.numbers.number()?).ok()?;
        self.texts.get(number).copied()
    }

    fn read(&mut self) -> Option<Fact<'a>> {
        let head = self.numbers.byte()?;
        let name = self.text()?;
        let kind = match head & KIND {
            0 => ReferenceKind::Call,
            1 => ReferenceKind::Type,
            2 => ReferenceKind::Inherit,
            _ => ReferenceKind::Value,
        };
        let receiver = match (head & RECEIVER) >> RECEIVER_SHIFT {
            0 => FactReceiver::None,
            1 => FactReceiver::This,
            2 => FactReceiver::Super,
            3 => FactReceiver::Path(self.text()?),
            4 => FactReceiver::Typed(self.text()?),
            _ => FactReceiver::Value,
        };
        if head & SAME_FROM == 0 {
            self.from = self.from.checked_add(self.numbers.number()?)?;
        }
        self.line = self.line.checked_add(self.numbers.signed()?)?;
        let more_lines = if head & ONE_LINE == 0 { self.numbers.count()? } else { 0 };
        let lines = self.numbers;
        for _ in 0..more_lines {
            self.numbers.number()?;
        }
        Some(Fact {
            name,
            receiver,
            kind,
            from: self.from.checked_sub(1).and_then(|from| u32::try_from(from).ok()),
            first_line: u32::try_from(self.line).ok()?,
            more_lines,
            lines,
        })
    }
}

impl<'a> Iterator for Facts<'a> {
    type Item = Fact<'a>;

    fn next(&mut self) -> Option<Fact<'a>> {
        self.left = self.left.checked_sub(1)?;
        self.read()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(
        name: &str,
        receiver: Receiver,
        kind: ReferenceKind,
        from: Option<u32>,
        lines: &[u32],
    ) -> ReferenceFacts {
        ReferenceFacts { name: name.to_owned(), receiver, kind, from, lines: lines.to_vec() }
    }

    #[test]
    fn facts_come_back_by_definition_and_line() {
        use ReferenceKind::{Call, Inherit, Type, Value};
        let facts = [
            fact("post", Receiver::Path("billing.charge".into()), Call, Some(3), &[40, 41, 900]),
            fact("Ledger", Receiver::None, Inherit, Some(1), &[2]),
            fact("post", Receiver::Typed("Ledger".into()), Call, Some(3), &[39]),
            fact("open", Receiver::Value, Call, None, &[70_000]),
            fact("ü", Receiver::Super, Type, Some(1), &[2]),
            fact("post", Receiver::This, Call, None, &[1]),
            fact("LIMIT", Receiver::None, Value, Some(3), &[42]),
        ];
        let packed = pack_facts(&facts);
        let unpacked: Vec<ReferenceFacts> = Facts::new(&packed)
            .map(|f| fact(f.name, f.receiver.to_receiver(), f.kind, f.from, &f.lines()))
            .collect();
        let want = [5, 3, 1, 4, 2, 0, 6].map(|at| facts[at].clone());
        assert_eq!(unpacked, want);
        assert_eq!(Facts::new(&packed).total(), 7);
    }

    #[test]
    fn broken_bytes_end_early() {
        let facts = [fact("post", Receiver::Value, ReferenceKind::Call, Some(3), &[40, 41])];
        let packed = pack_facts(&facts);
        for end in 0..packed.len() {
            assert_eq!(Facts::new(&packed[..end]).map(|fact| fact.lines().len()).sum::<usize>(), 0, "{end}");
        }
        for at in 0..packed.len() {
            let mut broken = packed.clone();
            broken[at] = 0xff;
            let _ = Facts::new(&broken).map(|fact| fact.lines().len()).sum::<usize>();
        }
        assert_eq!(Facts::new(&[]).total(), 0);
    }
}
