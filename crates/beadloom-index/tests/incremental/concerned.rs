//! One line in a file that many others need: only what depends on it is resolved again.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use beadloom_graph::Config;
use beadloom_index::{Options, Phase, reindex};
use beadloom_store::{Access, Store};

use super::{differences, write};

/// Files that need the one in the middle.
const USERS: usize = 60;

/// Files whose references a run resolved.
fn resolved(root: &Path, store: &mut Store) -> u64 {
    let most = AtomicU64::new(0);
    let options = Options {
        root,
        config: &Config::default(),
        config_digest: "default",
        embedder: None,
        history: None,
        watch: None,
        indexed: None,
        config_diagnostics: &[],
        parse_cache: None,
        full: false,
        wait: Duration::from_secs(5),
        deadline: None,
        cancelled: &AtomicBool::new(false),
        progress: &|progress| {
            if progress.phase == Phase::Resolve {
                most.fetch_max(progress.total, Ordering::Relaxed);
            }
        },
    };
    reindex(store, &options).unwrap();
    most.into_inner()
}

/// A file in the middle, what else there is, and how the files look that need it.
struct Project {
    path: &'static str,
    text: &'static str,
    others: &'static [(&'static str, &'static str)],
    users: (&'static str, &'static str),
    /// Lines that are added one after the other, what they stand below, and how many files are resolved because of each.
    lines: &'static [(&'static str, &'static str, u64)],
}

const ALL: u64 = USERS as u64 + 1;

const PROJECTS: &[Project] = &[
    Project {
        path: "value.h",
        text: "#include <map>\n#include \"text.h\"\nnamespace money {\nclass Value : public Base {\n public:\n  int cents();\n};\n}\n",
        others: &[
            ("text.h", "namespace money {\nclass Text {};\nclass Base {};\n}\n"),
            ("more.h", "namespace money {\nint more();\n}\n"),
            (
                "one.cc",
                "#include \"value.h\"\nnamespace money {\nint one(Value v) { Amount a; swap(a); return fresh(v); }\n}\n",
            ),
        ],
        users: (
            "user*.cc",
            "#include \"value.h\"\nnamespace money {\nint user*(Value v) { Text t; unknown(v); return v.cents(); }\n}\n",
        ),
        lines: &[
            ("namespace money {", "inline int fresh(Value v) { return 1; }", 2),
            ("#include <map>", "#include <vector>", 1),
            ("namespace money {", "using std::swap;", 2),
            ("namespace money {", "using Amount = Text;", 2),
            ("namespace money {", "using money::Text;", ALL),
            // What it brings in may be what others named, and did not find.
            ("#include <map>", "#include \"more.h\"", ALL + 1),
            ("class Value : public Base {", "  int rounded();", 1),
        ],
    },
    Project {
        path: "shop/__init__.py",
        text: "import os\nfrom .ledger import Ledger\n",
        others: &[
            ("shop/ledger.py", "class Ledger:\n    def post(self):\n        pass\n"),
            ("shop/refund.py", "class Refund:\n    def pay(self):\n        pass\n"),
            ("one.py", "from shop import Refund\n\ndef one():\n    Refund().pay()\n"),
        ],
        users: ("user*.py", "from shop import Ledger\n\ndef user*():\n    Ledger().post()\n"),
        lines: &[
            ("import os", "import re", 1),
            ("import os", "from .refund import Refund", 2),
            ("import os", "LIMIT = 3", 1),
            ("from .ledger import Ledger", "def fresh():\n    return Ledger()\n", 1),
        ],
    },
    Project {
        path: "src/index.ts",
        text: "export { Ledger } from './ledger';\n",
        others: &[
            ("src/ledger.ts", "export class Ledger { post() {} }\n"),
            ("src/refund.ts", "export class Refund { pay() {} }\n"),
            (
                "src/one.ts",
                "import { Refund } from './index';\nexport const one = () => new Refund().pay();\n",
            ),
        ],
        users: (
            "src/user*.ts",
            "import { Ledger } from './index';\nexport const user* = () => new Ledger().post();\n",
        ),
        lines: &[
            ("export { Ledger } from './ledger';", "export { Refund } from './refund';", 2),
            ("export { Ledger } from './ledger';", "export const LIMIT = 3;", 1),
        ],
    },
    Project {
        path: "lib/core.rb",
        text: "require \"set\"\nrequire \"ledger\"\nmodule Shop\n  class Core\n    def run; end\n  end\nend\n",
        others: &[
            ("lib/ledger.rb", "module Shop\n  class Ledger\n    def post; end\n  end\nend\n"),
            (
                "lib/one.rb",
                "require \"core\"\nmodule Shop\n  class One < Core\n    def one\n      Fresh.new\n      settle\n    end\n  end\nend\n",
            ),
        ],
        users: (
            "lib/user*.rb",
            "require \"core\"\nmodule Shop\n  class User* < Core\n    def user*(core)\n      Ledger.new.post\n      core.run\n    end\n  end\nend\n",
        ),
        lines: &[
            ("require \"set\"", "require \"json\"", 1),
            ("module Shop", "  class Fresh; end", 2),
            ("  class Core", "    LIMIT = 3", 1),
            ("  class Core", "    def settle; end", 2),
        ],
    },
    Project {
        path: "src/Core.php",
        text: "<?php\nnamespace Shop;\n\nuse Shop\\Billing\\Ledger;\n\nclass Core\n{\n    public function run(Ledger $l): int { return $l->post(); }\n}\n",
        others: &[
            (
                "src/Billing/Ledger.php",
                "<?php\nnamespace Shop\\Billing;\n\nclass Ledger\n{\n    public function post(): int { return 1; }\n}\n",
            ),
            (
                "src/One.php",
                "<?php\nnamespace Shop;\n\nclass One extends Core\n{\n    public function one() { $this->settle(); }\n}\n",
            ),
        ],
        users: (
            "src/User*.php",
            "<?php\nnamespace Shop;\n\nclass User* extends Core\n{\n    public function user*(Core $c) { return $c->run(); }\n}\n",
        ),
        lines: &[
            ("namespace Shop;", "use Shop\\Billing\\Missing;", 1),
            (
                "    public function run(Ledger $l): int { return $l->post(); }",
                "    public function settle(): void {}",
                2,
            ),
        ],
    },
];

#[test]
fn a_line_concerns_those_that_depend_on_it() {
    let mut wrong = Vec::new();
    for project in PROJECTS {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let indexes = tempfile::tempdir().unwrap();
        let mut text = project.text.to_owned();
        write(root, project.path, &text);
        project.others.iter().for_each(|(path, text)| write(root, path, text));
        for n in 0..USERS {
            let named = |text: &str| text.replace('*', &n.to_string());
            write(root, &named(project.users.0), &named(project.users.1));
        }
        let mut store = Store::open(&indexes.path().join("kept.db"), Access::Write).unwrap();
        resolved(root, &mut store);
        for (at, (below, line, expected)) in project.lines.iter().enumerate() {
            text = text.replacen(below, &format!("{below}\n{line}"), 1);
            write(root, project.path, &text);
            let found = resolved(root, &mut store);
            if found != *expected {
                wrong.push(format!("{} {line:?}: {found}, not {expected}", project.path));
            }
            let mut fresh = Store::open(&indexes.path().join(format!("{at}.db")), Access::Write).unwrap();
            resolved(root, &mut fresh);
            assert_eq!(differences(&store, &fresh), None, "{} {line}", project.path);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
