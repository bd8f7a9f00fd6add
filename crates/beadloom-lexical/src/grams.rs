//! Which runs of three bytes a text may hold: a filter in front of searches for exact text.
//!
//! A filter is a set of hashed trigrams, without regard to the case of ASCII letters, as a bitmap whose size is a power of
//! two and follows from how many there are: an eighth to a quarter of its bits are set. A text that holds a trigram always has
//! its bit; another has it by accident that often, so that the dozen trigrams of a usual query leave next to nothing to chance,
//! and the two of a short one little.

/// Places that a trigram is hashed to, before a bitmap is made smaller.
const PLACES: usize = 1 << 18;

/// The smallest bitmap, in bits.
const MIN_BITMAP_BITS: usize = 64;

/// Characters beside the ASCII letters that are these where case does not count: the long s, and the sign for kelvin.
const FOLDED: [&[u8]; 2] = ["\u{17f}".as_bytes(), "\u{212a}".as_bytes()];

/// The filter of what is no text: it holds nothing. That of a text is smaller where nothing is in it.
pub const NO_GRAMS: &[u8] = &[0; MIN_BITMAP_BITS / 4];

/// Makes filters; kept between files for its memory.
pub struct GramCounter {
    bits: Box<[u64]>,
}

impl Default for GramCounter {
    fn default() -> Self {
        Self { bits: vec![0; PLACES / 64].into_boxed_slice() }
    }
}

impl GramCounter {
    /// The filter of a text; empty where it may hold anything.
    pub fn filter(&mut self, text: &[u8]) -> Vec<u8> {
        // These count as letters where case does not, and are hashed as what they are: too seldom to be worth more.
        if !text.is_ascii()
            && FOLDED.iter().any(|folded| text.windows(folded.len()).any(|bytes| bytes == *folded))
        {
            return Vec::new();
        }
        self.bits.fill(0);
        each_gram(text, &mut |place| {
            if let Some(word) = self.bits.get_mut(place as usize / 64) {
                *word |= 1 << (place % 64);
            }
        });
        let count: usize = self.bits.iter().map(|word| word.count_ones() as usize).sum();
        let size = (4 * count).next_power_of_two().clamp(MIN_BITMAP_BITS, PLACES);
        let mut words = PLACES / 64;
        while words * 64 > size {
            words /= 2;
            let (low, high) = self.bits.split_at_mut(words);
            low.iter_mut().zip(high).for_each(|(low, high)| *low |= *high);
        }
        self.bits.iter().take(words).flat_map(|word| word.to_le_bytes()).collect()
    }
}

/// The place of every trigram of a text, in order; none lies across the end of a line.
fn each_gram(text: &[u8], emit: &mut dyn FnMut(u32)) {
    let (mut gram, mut length) = (0u32, 0);
    for byte in text {
        if *byte == b'\n' {
            length = 0;
            continue;
        }
        gram = (gram << 8 | u32::from(byte.to_ascii_lowercase())) & 0x00ff_ffff;
        length += 1;
        if length >= 3 {
            emit(gram.wrapping_mul(0x9e37_79b1) >> (32 - PLACES.trailing_zeros()));
        }
    }
}

/// What a text has to hold to be worth a look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GramQuery {
    /// Nothing is known.
    Any,
    /// The trigrams with these places.
    Grams(Vec<u32>),
    /// All of these.
    All(Vec<GramQuery>),
    /// At least one of these.
    One(Vec<GramQuery>),
}

impl GramQuery {
    /// For texts that hold these bytes, in whatever case.
    pub fn of(bytes: &[u8]) -> Self {
        let mut grams = Vec::new();
        each_gram(bytes, &mut |place| grams.push(place));
        grams.sort_unstable();
        grams.dedup();
        if grams.is_empty() { Self::Any } else { Self::Grams(grams) }
    }

    /// For texts that fit all queries.
    pub fn all(queries: Vec<Self>) -> Self {
        let mut queries: Vec<Self> = queries.into_iter().filter(|query| *query != Self::Any).collect();
        match queries.len() {
            0 => Self::Any,
            1 => queries.pop().unwrap_or(Self::Any),
            _ => Self::All(queries),
        }
    }

    /// For texts that fit one of the queries.
    pub fn one(mut queries: Vec<Self>) -> Self {
        if queries.is_empty() || queries.contains(&Self::Any) {
            return Self::Any;
        }
        if queries.len() == 1 { queries.pop().unwrap_or(Self::Any) } else { Self::One(queries) }
    }

    /// Whether a text with this filter may fit. False is certain.
    pub fn may_fit(&self, filter: &[u8]) -> bool {
        match self {
            Self::Any => true,
            _ if !filter.len().is_power_of_two() => true,
            Self::Grams(places) => places.iter().all(|place| {
                let place = *place as usize & (filter.len() * 8 - 1);
                filter.get(place / 8).is_some_and(|byte| byte >> (place % 8) & 1 == 1)
            }),
            Self::All(queries) => queries.iter().all(|query| query.may_fit(filter)),
            Self::One(queries) => queries.iter().any(|query| query.may_fit(filter)),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_a_text_holds_fits(text in "[a-cA-C \n\u{e9}\u{17f}]{0,300}", from in 0usize..300, length in 0usize..20) {
            let bytes = text.as_bytes();
            let from = from.min(bytes.len());
            let part = &bytes[from..(from + length).min(bytes.len())];
            let filter = GramCounter::default().filter(bytes);
            prop_assert!(GramQuery::of(part).may_fit(&filter));
            prop_assert!(GramQuery::of(&part.to_ascii_uppercase()).may_fit(&filter));
        }
    }

    #[test]
    fn what_it_does_not_hold_seldom_does() {
        let mut counter = GramCounter::default();
        let text: String =
            (0..400).map(|number| format!("value_{number} = compute({})\n", number * 7919)).collect();
        let filter = counter.filter(text.as_bytes());
        assert!(filter.len().is_power_of_two() && filter.len() < text.len() / 4, "{}", filter.len());
        let fits = |bytes: &str| GramQuery::of(bytes.as_bytes()).may_fit(&filter);
        assert!(fits("COMPUTE(") && fits("value_399 = "));
        let strange = (0..1000).filter(|number| fits(&format!("qx{number}zw_kj"))).count();
        assert!(strange < 10, "{strange} of 1000");
        assert!(!GramQuery::of(b"abc").may_fit(NO_GRAMS));
        assert!(GramQuery::of(b"abc").may_fit(&[]), "no filter, no answer");
    }

    #[test]
    fn queries_are_put_together() {
        let filter = GramCounter::default().filter(b"alpha\nbeta");
        let (alpha, beta, gamma) = (GramQuery::of(b"alpha"), GramQuery::of(b"beta"), GramQuery::of(b"gamma"));
        assert!(GramQuery::all(vec![alpha.clone(), GramQuery::Any, beta.clone()]).may_fit(&filter));
        assert!(!GramQuery::all(vec![alpha.clone(), gamma.clone()]).may_fit(&filter));
        assert!(GramQuery::one(vec![gamma.clone(), beta]).may_fit(&filter));
        assert!(!GramQuery::one(vec![gamma]).may_fit(&filter));
        assert_eq!(GramQuery::one(vec![alpha, GramQuery::Any]), GramQuery::Any);
        assert_eq!(GramQuery::of(b"ab\ncd"), GramQuery::Any, "no trigram goes across lines");
    }
}
