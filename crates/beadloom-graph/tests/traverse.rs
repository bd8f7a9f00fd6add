//! Which nodes a bundle holds, and in which order.

use std::convert::Infallible;

use beadloom_graph::traverse::{Expansion, Limits, MAX_COUNTED_NODES, Step, expand};

/// Expands over a fixed list of `a kind b` edges, given forwards or backwards, and counts the questions.
fn run(
    edges: &[&str],
    focus: &[&str],
    depth: usize,
    max_nodes: usize,
    backwards: bool,
) -> (Expansion, usize) {
    let mut steps: Vec<Step> = edges
        .iter()
        .map(|edge| {
            let parts: Vec<&str> = edge.split(' ').collect();
            Step { a: parts[0].into(), b: parts[2].into(), kind: parts[1].into() }
        })
        .collect();
    if backwards {
        steps.reverse();
    }
    let focus: Vec<String> = focus.iter().map(|id| (*id).to_owned()).collect();
    let mut asked = 0;
    let found = expand(&focus, Limits { depth, max_nodes }, |level| {
        asked += 1;
        let touching = steps.iter().filter(|s| level.contains(&s.a) || level.contains(&s.b));
        Ok::<_, Infallible>(touching.cloned().collect())
    });
    match found {
        Ok(found) => (found, asked),
        Err(never) => match never {},
    }
}

#[test]
fn nodes_come_in_the_stated_order() {
    let shop = &[
        "billing part_of shop",
        "auth part_of shop",
        "FEAT-7 part_of billing",
        "FEAT-7 touches_entity Invoice",
        "FEAT-7 uses auth",
        "billing depends_on auth",
    ];
    // The focus, edges, depth and max_nodes; the nodes in order and how many were left out.
    for (name, edges, focus, depth, max, order, left_out) in [
        ("by kind", &shop[..], &["FEAT-7"][..], 2, 20, "FEAT-7 billing Invoice auth shop", 0),
        ("cut", shop, &["FEAT-7"], 2, 2, "FEAT-7 billing", 3),
        ("cut within the depth", shop, &["FEAT-7"], 1, 2, "FEAT-7 billing", 2),
        ("no depth", shop, &["FEAT-7"], 0, 20, "FEAT-7", 0),
        ("no nodes", shop, &["FEAT-7"], 2, 0, "FEAT-7", 4),
        ("two together", shop, &["shop", "Invoice"], 1, 20, "shop Invoice auth billing FEAT-7", 0),
        ("named twice", shop, &["auth", "auth"], 0, 20, "auth", 0),
        ("unknown", shop, &["ghost"], 2, 20, "ghost", 0),
        ("unranked kinds by name", &["x zeta a", "x alpha c", "x alpha b"], &["x"], 1, 9, "x b c a", 0),
        ("uses and implements tie", &["x uses c", "x implements b", "a uses x"], &["x"], 1, 9, "x a b c", 0),
        ("best of several edges", &["x depends_on a", "a part_of x", "x uses b"], &["x"], 1, 9, "x a b", 0),
        (
            "over the whole level",
            &["x part_of p", "x uses u", "p depends_on d", "u part_of e", "p touches_code d"],
            &["x"],
            2,
            9,
            "x p u e d",
            0,
        ),
        ("self edge", &["x uses x", "x uses y", "y uses y"], &["x"], 5, 9, "x y", 0),
    ] {
        for backwards in [false, true] {
            let (found, _) = run(edges, focus, depth, max, backwards);
            let ids: Vec<&str> = found.nodes.iter().map(|n| n.ref_id.as_str()).collect();
            assert_eq!(ids.join(" "), order, "{name}");
            assert_eq!(found.left_out, left_out, "{name}");
        }
    }
}

#[test]
fn distances_are_those_of_the_nearest_focus() {
    let (found, asked) = run(&["a uses b", "b uses c", "c uses d", "d uses a"], &["a", "c"], 9, 9, false);
    let all: Vec<String> = found.nodes.iter().map(|n| format!("{}{}", n.ref_id, n.distance)).collect();
    assert_eq!(all, ["a0", "c0", "b1", "d1"]);
    assert_eq!(asked, 2, "one question per level, none after the last");
}

#[test]
fn a_hub_or_a_chain_without_end_is_counted_only_so_far() {
    let hub: Vec<String> = (0..30_000).map(|n| format!("n{n:05} part_of hub")).collect();
    let hub: Vec<&str> = hub.iter().map(String::as_str).collect();
    let (found, asked) = run(&hub, &["hub"], usize::MAX, 20, false);
    assert_eq!((found.nodes.len(), found.left_out, asked), (20, MAX_COUNTED_NODES, 1));
    assert_eq!(found.nodes[19].ref_id, "n00018");
}
