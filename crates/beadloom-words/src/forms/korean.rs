//! Korean: nouns without the particles and the verb that are written onto them.

/// What is left of a Korean word without its particle has so many syllables at least.
const MIN_NOUN_CHARS: usize = 2;

/// Particles of Korean, longer ones before those that they end with, and what the syllable before one ends with.
const PARTICLES: &[(&str, Before)] = &[
    ("에서부터", Before::Any),
    ("하겠습니다", Before::Any),
    ("했습니다", Before::Any),
    ("되었습니다", Before::Any),
    ("됐습니다", Before::Any),
    ("합니다", Before::Any),
    ("됩니다", Before::Any),
    ("입니다", Before::Any),
    ("하십시오", Before::Any),
    ("하세요", Before::Any),
    ("하려면", Before::Any),
    ("했는데", Before::Any),
    ("하면서", Before::Any),
    ("되면서", Before::Any),
    ("되었다", Before::Any),
    ("되는", Before::Any),
    ("되면", Before::Any),
    ("되어", Before::Any),
    ("되지", Before::Any),
    ("된다", Before::Any),
    ("됐다", Before::Any),
    ("하는", Before::Any),
    ("하면", Before::Any),
    ("하여", Before::Any),
    ("해서", Before::Any),
    ("해야", Before::Any),
    ("하지", Before::Any),
    ("하기", Before::Any),
    ("하다", Before::Any),
    ("한다", Before::Any),
    ("했다", Before::Any),
    ("했던", Before::Any),
    ("하던", Before::Any),
    ("하게", Before::Any),
    ("하도록", Before::Any),
    ("되도록", Before::Any),
    ("으로부터", Before::Consonant),
    ("에게서", Before::Any),
    ("이라도", Before::Consonant),
    ("에서는", Before::Any),
    ("에서", Before::Any),
    ("에게", Before::Any),
    ("에는", Before::Any),
    ("한테", Before::Any),
    ("께서", Before::Any),
    ("부터", Before::Any),
    ("까지", Before::Any),
    ("처럼", Before::Any),
    ("보다", Before::Any),
    ("마다", Before::Any),
    ("조차", Before::Any),
    ("하고", Before::Any),
    ("으로", Before::Consonant),
    ("이나", Before::Consonant),
    ("이랑", Before::Consonant),
    ("라도", Before::Vowel),
    ("을", Before::Consonant),
    ("은", Before::Consonant),
    ("이", Before::Consonant),
    ("과", Before::Consonant),
    ("를", Before::Vowel),
    ("는", Before::Vowel),
    ("가", Before::Vowel),
    ("와", Before::Vowel),
    ("로", Before::Liquid),
    ("랑", Before::Vowel),
    ("의", Before::Any),
    ("에", Before::Any),
    ("도", Before::Any),
    ("만", Before::Any),
];

/// Forms of the verb that makes one of a noun, of one syllable; and syllables that make a noun with it: 제한, 분할, 포함.
const DOES: &[(char, &[char])] = &[
    ('할', &['분', '역']),
    ('한', &['제', '권', '기', '무', '유', '상', '하', '극', '북', '시']),
    ('함', &['포', '결', '명', '보']),
    ('될', &[]),
    ('된', &[]),
    ('됨', &[]),
];

/// What the syllable before a particle ends with.
#[derive(Clone, Copy)]
enum Before {
    Any,
    Consonant,
    Vowel,
    /// A vowel, or ㄹ.
    Liquid,
}

/// A Korean word without its particle; None where it has none.
pub(super) fn noun(word: &str) -> Option<&str> {
    if !word.chars().all(|c| matches!(c, '가'..='힣')) {
        return None;
    }
    if let Some(noun) = of_verb(word) {
        return Some(noun);
    }
    PARTICLES.iter().find_map(|(particle, before)| {
        let noun = word.strip_suffix(particle)?;
        let last = noun.chars().next_back()?;
        // The last consonant of a syllable; 0: none, 8: ㄹ.
        let end = (u32::from(last) - u32::from('가')) % 28;
        let fits = match before {
            Before::Any => true,
            Before::Consonant => end != 0,
            Before::Vowel => end == 0,
            Before::Liquid => end == 0 || end == 8,
        };
        (fits && noun.chars().count() >= MIN_NOUN_CHARS).then_some(noun)
    })
}

/// The noun that such a verb is made of.
fn of_verb(word: &str) -> Option<&str> {
    let (noun, not_behind) = DOES.iter().find_map(|(verb, not)| Some((word.strip_suffix(*verb)?, not)))?;
    let is_noun = !noun.ends_with(*not_behind) && noun.chars().count() >= MIN_NOUN_CHARS;
    is_noun.then_some(noun)
}
