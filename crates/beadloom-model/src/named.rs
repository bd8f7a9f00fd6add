//! Enums with names.

/// Declares enums whose variants have a name: in JSON, in the store and in the files of a project. It stands beside its variant.
#[macro_export]
macro_rules! named {
    ($($(#[$meta:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)+ })+) => {
        $($(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name { $($(#[$doc])* #[serde(rename = $text)] $variant,)+ }

        impl $name {
            /// All, in the order of the declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Their names.
            pub const NAMES: &'static [&'static str] = &[$($text),+];

            /// The name.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }

            /// The reverse of [`Self::as_str`].
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($text => Some(Self::$variant),)+ _ => None }
            }
        })+
    };
}
