//! Words of Latin letters. Those of ASCII letters may be English, whatever stands around them, so they lose only endings that no English
//! word has. Marks on letters say more: what a word that has them may be.

use std::borrow::Cow;

/// What the letters of a name say of its language.
#[derive(Clone, Copy, Default)]
pub(super) struct Marks {
    /// `ä`, `ö`, `ü`, `ß`, and no mark that German has not.
    german: bool,
    /// `ę`, `ř`, `š` and others of Polish, Czech and their neighbours.
    slavic: bool,
    /// `ı`, `ğ`, `ş`.
    turkish: bool,
    /// Any.
    any: bool,
}

impl Marks {
    pub(super) fn of(name: &str) -> Self {
        let mut marks = Self::default();
        let mut umlaut = false;
        let mut foreign = false;
        for c in name.chars().filter(|c| !c.is_ascii()) {
            match c {
                'ä' | 'ö' | 'ü' | 'ß' | 'Ä' | 'Ö' | 'Ü' => umlaut = true,
                'ı' | 'ğ' | 'ş' | 'İ' | 'Ğ' | 'Ş' => marks.turkish = true,
                'ą' | 'ć' | 'ę' | 'ł' | 'ń' | 'ś' | 'ź' | 'ż' | 'č' | 'ď' | 'ě' | 'ň' | 'ř' | 'š' | 'ť'
                | 'ů' | 'ž' | 'Ą' | 'Ć' | 'Ę' | 'Ł' | 'Ń' | 'Ś' | 'Ź' | 'Ż' | 'Č' | 'Ď' | 'Ě' | 'Ň' | 'Ř'
                | 'Š' | 'Ť' | 'Ů' | 'Ž' => {
                    marks.slavic = true;
                }
                _ => foreign = true,
            }
            marks.any = true;
        }
        marks.german = umlaut && !foreign && !marks.slavic && !marks.turkish;
        marks.slavic &= !marks.turkish;
        marks
    }
}

/// An ending, how many bytes of it go, what is added then, and the letters that stand before it at least.
type Ending = (&'static str, usize, &'static str, usize);

/// Endings that no English word has, by the last letter. In public projects in English only their translations have them.
const OF_A: &[Ending] =
    &[("owania", 2, "", 3), ("ienia", 2, "", 3), ("oscia", 1, "", 3), ("acja", 1, "", 2), ("kcja", 1, "", 2)];
const OF_E: &[Ending] = &[
    ("zione", 1, "", 2),
    ("nisse", 2, "", 2),
    ("owanie", 2, "", 3),
    ("ienie", 2, "", 3),
    ("acje", 1, "", 2),
    ("kcje", 1, "", 2),
    ("lerde", 5, "ler", 3),
];
const OF_H: &[Ending] = &[("cjach", 3, "", 2), ("osciach", 4, "", 3)];
const OF_I: &[Ending] = &[
    ("zioni", 1, "", 2),
    ("amenti", 1, "o", 2),
    ("imenti", 1, "o", 3),
    ("saggi", 0, "o", 2),
    ("acji", 1, "", 2),
    ("kcji", 1, "", 2),
    ("cjami", 3, "", 2),
    ("osciami", 4, "", 3),
    ("osci", 1, "", 3),
    ("nosti", 1, "", 3),
    ("losti", 1, "", 3),
    ("lleri", 4, "", 3),
    ("kleri", 4, "", 3),
    ("gileri", 4, "", 3),
];
const OF_M: &[Ending] = &[("ieniem", 3, "", 3), ("owaniem", 3, "", 3), ("acjom", 2, "", 2)];
const OF_N: &[Ending] = &[
    ("ungen", 2, "", 2),
    ("heiten", 2, "", 2),
    ("keiten", 2, "", 2),
    ("schaften", 2, "", 2),
    ("ionen", 2, "", 2),
    ("teien", 2, "", 2),
    ("nissen", 3, "", 2),
];
const OF_R: &[Ending] = &[
    ("yalar", 3, "", 2),
    ("malar", 3, "", 2),
    ("ralar", 3, "", 3),
    ("arlar", 3, "", 2),
    ("nlar", 3, "", 3),
    ("mlar", 3, "", 3),
];
const OF_S: &[Ending] = &[
    ("iones", 2, "", 3),
    ("idades", 2, "", 2),
    ("agens", 2, "m", 2),
    ("nais", 2, "l", 4),
    ("uais", 2, "l", 3),
    ("iais", 2, "l", 4),
];
const OF_U: &[Ending] = &[("owaniu", 3, "", 3), ("ieniu", 2, "", 3)];
const OF_X: &[Ending] = &[("naux", 2, "l", 2), ("veaux", 1, "", 2)];

/// The same of a word with marks, whose marks are left out already.
const MARKED: &[Ending] =
    &[("oes", 3, "ao", 2), ("aes", 3, "ao", 2), ("eis", 2, "l", 2), ("ees", 2, "", 3), ("ee", 1, "", 3)];

/// Endings of German, longer ones before those that they end with.
const GERMAN: &[&str] = &["ern", "er", "en", "es", "e", "n", "s"];

/// Of Turkish: plural with its cases, then those of the singular.
const TURKISH: &[&str] = &[
    "larindan", "lerinden", "larinda", "lerinde", "larini", "lerini", "larina", "lerine", "larin", "lerin",
    "lardan", "lerden", "larla", "lerle", "larda", "lerde", "lara", "lere", "lari", "leri", "lar", "ler",
    "sinin", "sini", "sina", "nin", "nun", "dan", "den", "tan", "ten", "yla", "yle", "si", "su", "yi", "yu",
    "da", "de", "ya", "ye",
];

/// Of Polish and Czech.
const SLAVIC: &[&str] = &[
    "osciami", "osciach", "oscia", "osci", "owych", "ovych", "owego", "eniami", "eniach", "eniem", "aniami",
    "aniach", "aniem", "enia", "eniu", "enie", "ania", "aniu", "anie", "iami", "iach", "iego", "iemu", "ych",
    "ymi", "imi", "ich", "ach", "ami", "ech", "iem", "owi", "ovi", "ego", "emu", "eho", "om", "em", "um",
    "im", "ym", "ow", "ou", "ie", "ia", "iu", "io", "ii", "a", "e", "i", "o", "u", "y",
];

/// A vowel of them that comes and goes.
const FLEETING: &[Ending] = &[("ek", 2, "k", 3), ("ok", 2, "k", 3)];

/// What these endings are without what comes and goes.
const SLAVIC_KEPT: &[(&str, &str)] = &[("osc", "osc"), ("eni", "en"), ("ani", "an")];

/// Letters that are left of a word with marks.
const MIN_CHARS: usize = 4;

/// A word of ASCII letters without an ending that no English word has, if it has one.
pub(crate) fn plain(word: &str) -> Option<String> {
    const MIN_BYTES: usize = 7;
    let bytes = word.as_bytes();
    if bytes.len() < MIN_BYTES {
        return None;
    }
    let endings = match bytes.last()?.to_ascii_lowercase() {
        b'a' => OF_A,
        b'e' => OF_E,
        b'h' => OF_H,
        b'i' => OF_I,
        b'm' => OF_M,
        b'n' => OF_N,
        b'r' => OF_R,
        b's' => OF_S,
        b'u' => OF_U,
        b'x' => OF_X,
        _ => return None,
    };
    without(word, endings)
}

fn without(word: &str, endings: &[Ending]) -> Option<String> {
    let bytes = word.as_bytes();
    endings.iter().find_map(|(ending, gone, added, before)| {
        let start = bytes.len().checked_sub(ending.len()).filter(|start| start >= before)?;
        let ends = bytes.get(start..)?.eq_ignore_ascii_case(ending.as_bytes());
        let kept = word.get(..bytes.len() - gone).filter(|_| ends)?;
        Some([kept, added].concat())
    })
}

/// The same of a word that may have marks.
pub(super) fn word(word: &str, marks: Marks) -> Option<Cow<'_, str>> {
    if !word.is_ascii() {
        return None;
    }
    let cut = |endings: &[&str]| {
        let bytes = word.as_bytes();
        endings.iter().find_map(|ending| {
            let kept = bytes.len().checked_sub(ending.len()).filter(|kept| *kept >= MIN_CHARS)?;
            let ends = bytes.get(kept..)?.eq_ignore_ascii_case(ending.as_bytes());
            word.get(..kept).filter(|_| ends)
        })
    };
    if let Some(plain) = plain(word) {
        return Some(Cow::Owned(plain));
    }
    if marks.turkish {
        return cut(TURKISH).map(Cow::Borrowed);
    }
    if marks.slavic {
        let Some(kept) = cut(SLAVIC) else { return without(word, FLEETING).map(Cow::Owned) };
        let ending = word.get(kept.len()..)?.to_ascii_lowercase();
        let stays =
            SLAVIC_KEPT.iter().find(|(begin, _)| ending.starts_with(begin)).map_or("", |(_, stays)| stays);
        return Some(if stays.is_empty() { Cow::Borrowed(kept) } else { Cow::Owned([kept, stays].concat()) });
    }
    if marks.german {
        // Names of people, who are many: Müller.
        return cut(GERMAN).filter(|kept| !kept.ends_with("ll")).map(Cow::Borrowed);
    }
    marks.any.then(|| without(word, MARKED).map(Cow::Owned)).flatten()
}
