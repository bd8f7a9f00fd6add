//! Tables of features, so that a name, its place among the values and what it says stand once.

/// Declares the features of a model: an enumeration, whose documentation says what each is and in which unit, with its number of
/// features and their names, as training data has them.
macro_rules! features {
    ($(#[$about:meta])* $table:ident: $($(#[$doc:meta])* $feature:ident = $name:literal,)+) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(usize)]
        pub enum $table {
            $($(#[$doc])* $feature,)+
        }

        impl $table {
            /// Their names, in their order.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// How many there are.
            pub const COUNT: usize = Self::NAMES.len();
        }
    };
}

pub(crate) use features;

/// Sets the value of a feature, by its place.
pub(crate) fn set<const N: usize>(values: &mut [f32; N], at: usize, value: f32) {
    if let Some(place) = values.get_mut(at) {
        *place = value;
    }
}
