//! What a connection keeps of the index follows the index.

use crate::support::{Index, code_file, node, write};

#[test]
fn what_is_kept_is_of_the_state_that_is_read() {
    let (index, mut store) = Index::with(|writer| {
        writer.put_node(&node("a", Some("src/a/"))).unwrap();
        writer.put_file(&code_file(1, "src/a/x.py")).unwrap();
        writer.set_state(1, 10).unwrap();
    });
    let reader = index.open();
    assert_eq!(reader.node_sources().unwrap().len(), 1);
    assert_eq!(reader.paths(10).unwrap(), ["src/a/x.py"]);
    write(&mut store, |writer| {
        writer.put_node(&node("b", Some("src/b/"))).unwrap();
        writer.put_file(&code_file(2, "src/b/y.py")).unwrap();
        writer.set_state(2, 20).unwrap();
    });
    assert_eq!(reader.node_sources().unwrap().len(), 2);
    assert_eq!(reader.paths(10).unwrap(), ["src/a/x.py", "src/b/y.py"]);
    assert_eq!(reader.paths(1).unwrap().len(), 1);
}
