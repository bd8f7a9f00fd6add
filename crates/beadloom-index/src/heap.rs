//! Free memory, given back to the system.
//!
//! Parsers on many threads leave the heap in pieces: after 100,000 files a third of it was free, and what came next was
//! taken on top.
#![cfg_attr(
    all(target_os = "linux", target_env = "gnu"),
    expect(unsafe_code, reason = "a function of the C library")
)]

/// Gives back what is free. It takes milliseconds per gigabyte, so it is for the ends of long phases.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn trim() {
    // SAFETY: the declaration is that of malloc.h (`int malloc_trim(size_t)`); any argument is fine, from any thread.
    unsafe extern "C" {
        safe fn malloc_trim(keep: usize) -> std::ffi::c_int;
    }
    malloc_trim(0);
}

/// Other allocators do so themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn trim() {}
