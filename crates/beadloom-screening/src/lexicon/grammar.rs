//! Small words that give a language away. Stems of related languages match each other's words: "confirm", "remove" and "public" are of
//! four languages at once.

/// Of English, and of the languages in Latin letters by their number in `LEXICONS`: German, French, Spanish, Portuguese.
const ENGLISH: &[&str] = &[
    "the", "of", "and", "to", "is", "are", "for", "with", "from", "that", "this", "your", "it", "be", "an",
    "by", "you", "on", "if", "not",
];
const OTHERS: &[(usize, &[&str])] = &[
    (
        1,
        &[
            "der", "die", "das", "und", "ist", "nicht", "ein", "eine", "zu", "den", "dem", "mit", "fur",
            "auf", "von", "im", "du", "es", "sie", "wenn", "dass",
        ],
    ),
    (
        2,
        &[
            "le", "la", "les", "des", "et", "est", "un", "une", "du", "que", "pour", "dans", "ne", "pas",
            "ce", "cette", "sans", "tu", "ton", "ta", "au", "de",
        ],
    ),
    (
        3,
        &[
            "el", "la", "los", "las", "y", "es", "un", "una", "que", "por", "para", "con", "del", "al",
            "sin", "lo", "de", "tu", "este", "esta",
        ],
    ),
    (
        4,
        &[
            "os", "que", "em", "para", "com", "da", "na", "um", "uma", "nao", "dos", "das", "sem", "de",
            "voce", "seu", "sua", "este", "esta", "isso",
        ],
    ),
];

/// Whether a folded text may be in a language: not where it has small words of English, and fewer of its own.
pub(crate) fn may_be_in(text: &str, language: usize) -> bool {
    let Some((_, own)) = OTHERS.iter().find(|(number, _)| *number == language) else { return true };
    let (mut english, mut others) = (0_usize, 0_usize);
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        english += usize::from(ENGLISH.contains(&word));
        others += usize::from(own.contains(&word));
    }
    english == 0 || others > 0 && others >= english
}
