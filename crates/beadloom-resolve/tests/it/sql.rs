use crate::project::{check, files};

#[test]
fn scripts_are_seen_from_the_file_or_the_root() {
    let project = files(&["db/schema.sql", "db/common/money.sql", "seeds/data.sql"], &[]);
    let from = "db/schema.sql";
    check(
        &project,
        "sql",
        &[
            (from, "common/money.sql", "db/common/money.sql"),
            (from, "seeds/data.sql", "seeds/data.sql"),
            (from, "../seeds/data.sql", "seeds/data.sql"),
            (from, "money.sql", "external"),
            (from, "/seeds/data.sql", "external"),
        ],
    );
}
