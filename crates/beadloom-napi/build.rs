//! Tells the linker what a Node addon needs.

use std::env;

fn main() {
    napi_build::setup();
    // The linker that Rust brings for this platform folds functions of equal code into one, as that of Windows does by
    // default: half a megabyte of what generic code comes to twice.
    let release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let target = env::var("TARGET").unwrap_or_default();
    if release && target == "x86_64-unknown-linux-gnu" {
        println!("cargo::rustc-cdylib-link-arg=-Wl,--icf=all");
    }
}
