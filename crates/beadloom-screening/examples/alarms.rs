//! `cargo run -p beadloom-screening --example alarms < FILE`: of the lines of a text those that are taken for secrets, and how many there
//! are. What public documents give here is the rate of false alarms.

#![expect(clippy::print_stdout, reason = "it is what the program is for")]

use std::io::Read;

use beadloom_screening::secrets;

fn main() -> std::io::Result<()> {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let (mut lines, mut alarms) = (0_u64, 0_u64);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        lines += 1;
        let found = secrets(line);
        if let Some(first) = found.first() {
            alarms += 1;
            println!("{}: {}\n    {line}", first.what, line.get(first.range.clone()).unwrap_or_default());
        }
    }
    println!("{alarms} of {lines} lines");
    Ok(())
}
