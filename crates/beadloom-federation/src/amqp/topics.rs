//! Routing keys against the patterns that queues are bound with.

/// Bytes of a routing key.
const MAX_KEY_BYTES: usize = 255;

/// Whether what is published as `published` reaches who asks for `asked`: `orders/*.created` has the words of a topic.
pub(crate) fn reaches(published: &str, asked: &str) -> bool {
    let (Some((exchange, key)), Some((wanted, pattern))) = (published.split_once('/'), asked.split_once('/'))
    else {
        return published == asked;
    };
    if exchange != wanted {
        return false;
    }
    // The protocol allows no longer ones.
    if key.len() > MAX_KEY_BYTES || pattern.len() > MAX_KEY_BYTES {
        return key == pattern;
    }
    let words: Vec<&str> = key.split('.').collect();
    // Which prefixes of the words fit what is read of the pattern.
    let mut fits: Vec<bool> = (0..=words.len()).map(|length| length == 0).collect();
    for part in pattern.split('.') {
        let mut next = vec![false; words.len() + 1];
        for length in 0..=words.len() {
            if !fits.get(length).copied().unwrap_or(false) {
                continue;
            }
            match part {
                "#" => next.iter_mut().skip(length).for_each(|fit| *fit = true),
                part => {
                    if words.get(length).is_some_and(|word| part == "*" || part == *word)
                        && let Some(fit) = next.get_mut(length + 1)
                    {
                        *fit = true;
                    }
                }
            }
        }
        fits = next;
    }
    fits.last().copied().unwrap_or(false)
}
