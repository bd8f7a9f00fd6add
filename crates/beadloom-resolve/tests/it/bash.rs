use crate::project::{check, files};

#[test]
fn paths_beside_the_script_and_around_it() {
    let project = files(
        &["run.sh", "lib/log.sh", "lib/money.sh", "bin/tool.sh", "bin/common.sh", "scripts/ci/build.sh"],
        &[],
    );
    check(
        &project,
        "bash",
        &[
            ("run.sh", "./lib/log.sh *", "lib/log.sh [*]"),
            ("bin/tool.sh", "./common.sh *", "bin/common.sh [*]"),
            ("bin/tool.sh", "../lib/log.sh *", "lib/log.sh [*]"),
            ("bin/tool.sh", "common.sh *", "bin/common.sh [*]"),
            ("scripts/ci/build.sh", "./lib/log.sh *", "lib/log.sh [*]"),
            ("scripts/ci/build.sh", "lib/money.sh *", "lib/money.sh [*]"),
            ("scripts/ci/build.sh", "money.sh *", "external [*]"),
            ("scripts/ci/build.sh", "../common.sh *", "external [*]"),
            ("run.sh", "/etc/profile *", "external [*]"),
            ("run.sh", "../x.sh *", "external [*]"),
        ],
    );
}
