//! A 64-bit mask of the letter pairs in a name. Comparing masks rules out most names that do not contain a word.

/// A name in lower case, its letters and digits alone: `parse_HTTP` and `parseHttp` are one. Replaces what is in `out`.
pub fn fold_name(name: &str, out: &mut String) {
    out.clear();
    if name.is_ascii() {
        for byte in name.bytes().filter(u8::is_ascii_alphanumeric) {
            out.push(char::from(byte.to_ascii_lowercase()));
        }
    } else {
        let letters = crate::fold::letters(name);
        out.extend(letters.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase));
    }
}

/// A bit for every pair of neighbouring bytes, one for several: a text that holds another has all of that one's.
pub fn bigram_mask(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let pairs = bytes.iter().zip(bytes.iter().skip(1));
    pairs.fold(0, |pairs, (a, b)| pairs | 1 << ((u32::from(*a) * 5 + u32::from(*b) * 19) % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_folded() {
        let mut out = "before".to_owned();
        for (name, folded) in [("parse_HTTP-1", "parsehttp1"), ("Ünï_x", "unix"), ("__", ""), ("İ", "i")] {
            fold_name(name, &mut out);
            assert_eq!(out, folded, "{name}");
        }
    }

    proptest::proptest! {
        #[test]
        fn what_holds_a_text_has_its_pairs(before in "\\PC{0,9}", text in "\\PC{0,9}", after in "\\PC{0,9}") {
            let whole = bigram_mask(&format!("{before}{text}{after}"));
            proptest::prop_assert_eq!(bigram_mask(&text) & !whole, 0);
        }
    }
}
