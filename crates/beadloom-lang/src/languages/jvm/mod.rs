//! What Java, Kotlin and Scala share.

pub(crate) mod mocks;
pub(crate) mod spring;

use tree_sitter::Node;

use crate::definition::Container;
use crate::outline::Outline;

/// Type names that are reported by what they stand in – bases, constructed types, annotations – and so are no
/// uses of a type when the walk comes to them.
#[derive(Default)]
pub(crate) struct Claims {
    /// Where the names begin, the next one last. What is claimed while the walk is on its way to a place lies
    /// before that place.
    places: Vec<usize>,
}

impl Claims {
    /// Claims the names that begin at these places, which are in ascending order and still to come.
    pub(crate) fn add(&mut self, places: impl IntoIterator<Item = usize>) {
        let from = self.places.len();
        self.places.extend(places);
        if let Some(added) = self.places.get_mut(from..) {
            added.reverse();
        }
    }

    /// Whether the name at this place is claimed.
    pub(crate) fn take(&mut self, at: usize) -> bool {
        while let Some(place) = self.places.last() {
            if *place > at {
                return false;
            }
            let found = *place == at;
            self.places.pop();
            if found {
                return true;
            }
        }
        false
    }
}

/// Opens the scope of a class without a name: its members are nobody's outside.
pub(crate) fn open_anonymous(node: Node<'_>, outline: &mut Outline<'_>) {
    outline.open(node, None, Container::Function);
    outline.open(node, None, Container::Type);
}

/// Longer paths are not read (bytes).
const PATH: usize = 200;

/// Whether a dotted text can be read name by name: it is short, and no comment, type argument or call stands in
/// it.
pub(crate) fn is_dotted(text: &str) -> bool {
    text.len() <= PATH && !text.contains(['/', '<', '[', '(', '@', '`'])
}

#[cfg(test)]
mod tests {
    use super::Claims;

    #[test]
    fn claims_are_taken_once_and_in_any_nesting() {
        let mut claims = Claims::default();
        claims.add([10, 30]);
        claims.add([5]);
        assert!(claims.take(5));
        assert!(claims.take(10));
        assert!(!claims.take(10));
        claims.add([20, 25]);
        assert!(!claims.take(12));
        assert!(claims.take(20));
        // What was passed over is forgotten.
        assert!(claims.take(30));
        assert!(!claims.take(30));
    }
}
