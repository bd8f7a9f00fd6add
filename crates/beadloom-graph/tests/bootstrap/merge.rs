//! A plan against a graph that is kept.

use beadloom_graph::bootstrap::{
    Confidence, KeptEdge, KeptNode, Merge, Plan, PlannedEdge, PlannedNode, SummarySource, merge,
};

fn planned(id: &str, source: &str, summary: &str) -> PlannedNode {
    PlannedNode {
        ref_id: id.to_owned(),
        kind: "domain".to_owned(),
        summary: summary.to_owned(),
        summary_source: SummarySource::Manifest,
        source: source.to_owned(),
        confidence: Confidence::Medium,
        folders: vec![source.to_owned()],
    }
}

fn arrow(text: &str) -> (String, String, String) {
    let words: Vec<&str> = text.split(' ').collect();
    (words[0].to_owned(), words[1].to_owned(), words[2].to_owned())
}

fn planned_edges(texts: &[&str]) -> Vec<PlannedEdge> {
    let edge = |text: &&str| {
        let (src, kind, dst) = arrow(text);
        PlannedEdge { src, dst, kind, count: 3 }
    };
    texts.iter().map(edge).collect()
}

fn kept_edges(texts: &[&str]) -> Vec<KeptEdge> {
    let edge = |text: &&str| {
        let (src, kind, dst) = arrow(text);
        KeptEdge { src, dst, kind }
    };
    texts.iter().map(edge).collect()
}

fn kept(id: &str, source: &str, summary: &str) -> KeptNode {
    KeptNode { ref_id: id.to_owned(), source: source.to_owned(), summary: summary.to_owned() }
}

/// `imports` stand for what the code has beside the plan's edges.
fn plan_of(nodes: Vec<PlannedNode>, edges: &[&str], imports: &[&str]) -> Plan {
    let (contained, dependences): (Vec<_>, Vec<_>) =
        planned_edges(edges).into_iter().partition(|edge| edge.kind == "part_of");
    let mut all = planned_edges(imports);
    all.extend(dependences.iter().cloned());
    Plan { nodes, edges: contained, dependences, imports: all }
}

fn shown(merge: &Merge) -> Vec<String> {
    let nodes = merge.nodes.iter().map(|node| format!("+ {}", node.ref_id));
    let edges = merge.edges.iter().map(|edge| format!("+ {} {} {}", edge.src, edge.kind, edge.dst));
    let differs = merge
        .disagreements
        .iter()
        .map(|one| format!("{} {}: {:?} but {:?}", one.ref_id, one.field, one.kept, one.found));
    let gone = merge.gone.iter().map(|node| format!("- {}", node.ref_id));
    nodes.chain(edges).chain(differs).chain(gone).collect()
}

#[test]
fn what_is_new_what_differs_and_what_is_gone() {
    let plan = plan_of(
        vec![
            planned("api", "src/api/", "The API"),
            planned("core", "src/core/", "The core"),
            planned("new", "src/new/", "Something new"),
        ],
        &["api depends_on core", "new part_of core", "core part_of api"],
        &[],
    );
    let nodes =
        [kept("api", "src/api", "Mine"), kept("core", "src/heart/", "The core"), kept("old", "src/old/", "")];
    let found = merge(&plan, &nodes, &[], &|path| path == "src/api");
    assert_eq!(
        shown(&found),
        [
            "+ new",
            "+ new part_of core",
            r#"api summary: "Mine" but "The API""#,
            r#"core edge: "" but "part_of api""#,
            r#"core source: "src/heart/" but "src/core/""#,
            "- core",
            "- old",
        ]
    );
}

#[test]
fn a_node_that_was_renamed_keeps_its_name_in_new_edges() {
    let plan = plan_of(
        vec![planned("core", "src/core/", "The core"), planned("new", "src/new/", "Something new")],
        &["core part_of new"],
        &[],
    );
    let found = merge(&plan, &[kept("heart", "src/core", "The core")], &[], &|_| true);
    assert_eq!(shown(&found), ["+ new", "+ heart part_of new"]);
}

#[test]
fn the_whole_of_the_project_is_the_same_under_another_name() {
    let nodes = || vec![planned("a", "a/", "A"), planned("b", "b/", "B"), planned("c", "c/", "C")];
    let plan = |root: &str| {
        let mut all = nodes();
        all.push(PlannedNode { folders: Vec::new(), ..planned(root, "", "All") });
        plan_of(all, &["a part_of shop", "b part_of shop", "c part_of shop"], &[])
    };
    let (a, b) = (kept("a", "a/", "A"), kept("b", "b/", "B"));
    type Kept = (Vec<KeptNode>, &'static [&'static str]);
    let cases: [(&str, Kept, &[&str]); 7] = [
        (
            "renamed",
            (vec![a.clone(), b.clone(), kept("ours", "", "All")], &["a part_of ours", "b part_of ours"]),
            &["+ c", "+ c part_of ours"],
        ),
        (
            "with the root as its source",
            (vec![a.clone(), kept("ours", "./", "All")], &[]),
            &["+ b", "+ c", "+ b part_of ours", "+ c part_of ours", r#"a edge: "" but "part_of ours""#],
        ),
        (
            "around layers",
            (
                vec![a.clone(), b.clone(), kept("layer", "", "L"), kept("ours", "", "All")],
                &["a part_of layer", "b part_of layer", "layer part_of ours"],
            ),
            &["+ c", "+ c part_of ours"],
        ),
        (
            "beside groups",
            (
                vec![a.clone(), b.clone(), kept("one", "", "1"), kept("two", "", "2")],
                &["a part_of one", "b part_of two"],
            ),
            &["+ c", "+ shop", "+ a part_of shop", "+ b part_of shop", "+ c part_of shop"],
        ),
        (
            "in a circle",
            (
                vec![a.clone(), b.clone(), kept("one", "", "All"), kept("two", "", "All")],
                &["a part_of one", "b part_of one", "one part_of two", "two part_of one"],
            ),
            &["+ c", "+ c part_of two"],
        ),
        (
            "not there",
            (vec![a.clone(), b.clone(), kept("note", "", "N")], &[]),
            &["+ c", "+ shop", "+ a part_of shop", "+ b part_of shop", "+ c part_of shop"],
        ),
        (
            "of the same name",
            (
                vec![a.clone(), b.clone(), kept("shop", "", "All"), kept("ours", "", "O")],
                &["a part_of ours", "b part_of ours"],
            ),
            &[
                "+ c",
                "+ c part_of shop",
                r#"a edge: "part_of ours" but "part_of shop""#,
                r#"b edge: "part_of ours" but "part_of shop""#,
            ],
        ),
    ];
    for (what, (nodes, edges), expected) in cases {
        let mut found = shown(&merge(&plan("shop"), &nodes, &kept_edges(edges), &|_| true));
        found.retain(|line| !line.contains("summary"));
        assert_eq!(found, expected, "{what}");
    }
}

#[test]
fn edges_in_other_words_or_around_are_no_contradiction() {
    let plan = plan_of(
        vec![planned("api", "src/api/", "A"), planned("core", "src/core/", "B"), planned("all", "src/", "C")],
        &["api depends_on core", "core part_of all"],
        &["core depends_on api"],
    );
    let nodes = [
        kept("api", "src/api/", "A"),
        kept("core", "src/core/", "B"),
        kept("all", "src/", "C"),
        kept("layer", "", "D"),
    ];
    let edges = kept_edges(&[
        "api uses core",
        // A rare import is one, though the plan draws no edge for it.
        "core depends_on api", "core part_of layer", "layer part_of all", "layer part_of core",
    ]);
    assert_eq!(shown(&merge(&plan, &nodes, &edges, &|_| true)), [""; 0]);

    let unfounded =
        kept_edges(&["api uses core", "core part_of all", "api depends_on all", "layer uses core"]);
    assert_eq!(shown(&merge(&plan, &nodes, &unfounded, &|_| true)), [r#"api edge: "depends_on all" but """#]);
}

#[test]
fn counts_do_not_contradict_a_summary() {
    let mut node = planned("api", "src/api/", "Api: 14 files");
    node.summary_source = SummarySource::Fallback;
    let plan = plan_of(vec![node], &[], &[]);
    assert_eq!(shown(&merge(&plan, &[kept("api", "src/api/", "Mine")], &[], &|_| true)), [""; 0]);
}
