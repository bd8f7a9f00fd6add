//! Tells the linker what a Node addon needs.

fn main() {
    napi_build::setup();
}
