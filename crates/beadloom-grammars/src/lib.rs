//! Grammars whose parse tables lie packed in the addon until a file of their language is read.
//!
//! Tables of some grammars are megabytes and repeat themselves: one row is mostly as another. They are a twentieth
//! of that when packed, and unpacking them takes a few milliseconds, once in a process. `build/` makes the packed form
//! of the sources that the grammars' crates bring.
#![expect(unsafe_code, reason = "a grammar is a C function")]

use std::sync::Once;

use tree_sitter_language::LanguageFn;

macro_rules! grammars {
    ($($(#[$doc:meta])* $name:ident: $grammar:ident, $unpack:ident;)*) => {$(
        $(#[$doc])*
        pub const $name: LanguageFn = {
            unsafe extern "C" {
                safe fn $grammar() -> *const ();
                safe fn $unpack();
            }
            extern "C" fn unpacked() -> *const () {
                // Threads that come while one unpacks wait for it.
                static TABLES: Once = Once::new();
                TABLES.call_once(|| $unpack());
                $grammar()
            }
            // SAFETY: the function gives the grammar that the library's generator made, with all of its tables.
            unsafe { LanguageFn::from_raw(unpacked) }
        };
    )*

    /// The same grammar without unpacking it, to ask what it says of itself: its version, and how many states and kinds of
    /// nodes it has. Nothing can be parsed with it. A grammar that is not packed comes back as it is.
    pub fn unopened(grammar: LanguageFn) -> LanguageFn {
        let asked = grammar.into_raw() as usize;
        $({
            unsafe extern "C" {
                safe fn $grammar() -> *const ();
            }
            if asked == $name.into_raw() as usize {
                // SAFETY: the function gives the grammar that the library's generator made; what describes it is whole.
                return unsafe { LanguageFn::from_raw($grammar) };
            }
        })*
        grammar
    }};
}

grammars! {
    /// Bash.
    BASH: beadloom_bash, beadloom_unpack_bash;
    /// C#.
    C_SHARP: beadloom_c_sharp, beadloom_unpack_c_sharp;
    /// Elixir.
    ELIXIR: beadloom_elixir, beadloom_unpack_elixir;
    /// Haskell.
    HASKELL: beadloom_haskell, beadloom_unpack_haskell;
    /// Kotlin.
    KOTLIN: beadloom_kotlin, beadloom_unpack_kotlin;
    /// Ruby.
    RUBY: beadloom_ruby, beadloom_unpack_ruby;
    /// Scala.
    SCALA: beadloom_scala, beadloom_unpack_scala;
    /// Swift.
    SWIFT: beadloom_swift, beadloom_unpack_swift;
    /// Zig.
    ZIG: beadloom_zig, beadloom_unpack_zig;
}
