//! A text that fails, made smaller as long as it still fails.

/// Tries that are worth making for one text.
const TRIES: usize = 3000;

/// The smallest text found for which `fails` still holds: ever smaller pieces of it are left out.
pub fn shrink(text: &str, mut fails: impl FnMut(&str) -> bool) -> String {
    let mut kept: Vec<char> = text.chars().collect();
    let mut piece = kept.len().div_ceil(2);
    let mut tries = 0;
    while piece > 0 && tries < TRIES {
        let mut at = 0;
        let mut shorter = false;
        while at < kept.len() && tries < TRIES {
            tries += 1;
            let without: String = kept.iter().take(at).chain(kept.iter().skip(at + piece)).collect();
            if fails(&without) {
                kept = without.chars().collect();
                shorter = true;
            } else {
                at += piece;
            }
        }
        if !shorter || piece > 1 {
            piece /= 2;
        }
    }
    kept.into_iter().collect()
}
