//! `cargo run -p beadloom-screening --example alarms [orders] < FILE`: of the lines of a text those that are taken for secrets – with
//! `orders`: for orders to a model, as in a project and as in a tool –, and how many there are. What public documents give here is the
//! rate of false alarms.

#![expect(clippy::print_stdout, reason = "it is what the program is for")]

use std::io::Read;

use beadloom_screening::{Channel, order, secrets};

fn main() -> std::io::Result<()> {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let of_orders = std::env::args().nth(1).is_some_and(|what| what == "orders");
    let (mut lines, mut alarms, mut of_tools) = (0_u64, 0_u64, 0_u64);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        lines += 1;
        if of_orders {
            let (project, tool) = (order(line, Channel::Project), order(line, Channel::Tool));
            alarms += u64::from(project.is_some());
            of_tools += u64::from(tool.is_some());
            let place = if project.is_some() { "project" } else { "tool" };
            if let Some(one) = project.or(tool) {
                println!("{place}: {}\n    {line}", one.what);
            }
        } else if let Some(first) = secrets(line).first() {
            alarms += 1;
            println!("{}: {}\n    {line}", first.what, line.get(first.range.clone()).unwrap_or_default());
        }
    }
    println!("{alarms} of {lines} lines");
    if of_orders {
        println!("{of_tools} of {lines} as in a tool");
    }
    Ok(())
}
