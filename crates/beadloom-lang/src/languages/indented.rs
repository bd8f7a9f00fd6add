//! Texts over several lines whose indentation is that of the code around them: here-documents and their like.

use std::ops::Range;

use crate::outline::Outline;

/// The text that is read now, and how many bytes of its lines belong to the code around it.
#[derive(Default)]
pub(crate) struct Indented {
    range: Range<usize>,
    width: usize,
}

impl Indented {
    /// A text of which `width` bytes of white space at the beginning of each line do not count.
    pub(crate) fn new(range: Range<usize>, width: usize) -> Self {
        Self { range, width }
    }

    /// A leaf of the text: its lines are tokens without the indentation that does not count. Leaves of other
    /// texts stay as they are.
    pub(crate) fn cut(&self, leaf: Range<usize>, outline: &mut Outline<'_>) {
        if !self.range.contains(&leaf.start) {
            return;
        }
        let Some(text) = outline.text.get(leaf.clone()) else { return };
        let mut at = leaf.start;
        let mut begins =
            at.checked_sub(1).and_then(|before| outline.text.as_bytes().get(before)) == Some(&b'\n');
        for line in text.split_inclusive('\n') {
            let white = line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            let skipped = if begins { white.min(self.width) } else { 0 };
            // Nothing but white space is nothing to a text: blank lines may have any.
            outline.token(at + skipped, at + line.len());
            at += line.len();
            begins = true;
        }
        outline.skip(leaf.end, leaf.end);
    }
}
