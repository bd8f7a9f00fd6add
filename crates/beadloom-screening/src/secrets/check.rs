//! What a form of secrets says beside its pattern.

/// What else must hold of what a pattern found.
#[derive(Clone, Copy)]
pub(super) enum Check {
    /// Nothing: the form is enough.
    Form,
    /// It is not one sign repeated, nor `your-key-here`.
    Filled,
    /// It has digits and letters, too: words have the same form.
    Varied,
    /// It was drawn at random, from letters of both cases.
    Drawn,
    /// It may be a password.
    Password,
    /// It has a digit or a sign in it, as no word has.
    Chosen,
    /// Words of a wallet's phrase.
    Phrase,
}

/// Pieces of which a text must have one, in small letters; then a pattern, what it finds, and what else must hold.
pub(super) type Gated = (&'static [&'static str], &'static str, &'static str, Check);
