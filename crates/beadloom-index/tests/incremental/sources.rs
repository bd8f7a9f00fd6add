//! Source files of random content in many languages. Names come from small pools, so that a change in one file often
//! means something to another.

use crate::incremental::random::Random;

/// Where files lie.
pub const FOLDERS: &[&str] = &[
    "src/billing", "src/auth", "src/auth/inner", "src/auth/tests", "web", "core/src", "go/db", "java/acme",
    "docs",
];
/// What files are called.
pub const STEMS: &[&str] = &["a", "b", "c", "mod", "index", "test_a", "b_test", "__init__", "__main__"];
/// What they are written in.
pub const ENDINGS: &[&str] = &[
    "py", "ts", "rs", "go", "java", "kt", "rb", "php", "ex", "c", "h", "md", "py", "ts", "rs", "go", "yaml",
    "json", "txt", "lock", "cs", "cs", "erb",
];

struct Maker<'r> {
    random: &'r mut Random,
}

impl Maker<'_> {
    fn class(&mut self) -> String {
        format!("C{}", self.random.below(4))
    }

    fn method(&mut self) -> String {
        format!("m{}", self.random.below(4))
    }

    fn function(&mut self) -> String {
        format!("f{}", self.random.below(4))
    }

    fn stem(&mut self) -> &'static str {
        let stems: &[&'static str] = STEMS;
        stems[self.random.below(stems.len())]
    }

    fn some(&mut self, most: usize, mut make: impl FnMut(&mut Self) -> String) -> String {
        (0..self.random.below(most + 1)).map(|_| make(self)).collect()
    }

    fn python(&mut self) -> String {
        let imports = self.some(3, |m| {
            let (stem, f, c) = (m.stem(), m.function(), m.class());
            match m.random.below(6) {
                0 => format!("from .{stem} import {f}, {c}\n"),
                1 => format!("from .{stem} import {f} as {}\n", m.function()),
                2 => format!("from .{stem} import *\n"),
                3 => format!("from . import {stem}\n"),
                4 => format!("import src.auth.{stem}\n"),
                _ => format!("from ..{stem} import {c}\n"),
            }
        });
        let classes = self.some(2, |m| {
            let base = match m.random.below(4) {
                0 => String::new(),
                1 => format!("({}.{})", m.stem(), m.class()),
                _ => format!("({})", m.class()),
            };
            let methods = m.some(3, |m| {
                let body = m.some(4, |m| {
                    let (a, b) = (m.method(), m.class());
                    match m.random.below(5) {
                        0 => format!("        self.{a}()\n"),
                        1 => format!("        super().{a}()\n"),
                        2 => format!("        x = {b}()\n        x.{a}()\n"),
                        3 => format!("        {b}.{a}()\n"),
                        _ => format!("        y().{a}()\n"),
                    }
                });
                format!("    def {}(self):\n        pass\n{body}", m.method())
            });
            format!("class {}{base}:\n    pass\n{methods}", m.class())
        });
        let functions = self.some(3, |m| {
            let (name, called, stem) = (m.function(), m.function(), m.stem());
            format!(
                "def {name}(a):\n    {called}()\n    {stem}.{called}()\n    return {}\n",
                m.random.below(5)
            )
        });
        imports + &classes + &functions
    }

    /// What frameworks link: handlers, senders, routes and what names them.
    fn linked(&mut self, ending: &str) -> String {
        let (c, d, m, stem) = (self.class(), self.class(), self.method(), self.stem());
        match ending {
            "cs" => format!(
                "class {c}Handler : IRequestHandler<{d}> {{ void Handle({d} x) {{ y.Send(new {c}()); }} }}\n"
            ),
            "java" | "kt" => format!("class {c}On {{ @EventListener void {m}({d} e) {{}} }}\n"),
            "py" => format!(
                "@receiver({m})\ndef on_{m}(sender):\n    {m}.send(1)\n    return reverse('x:{m}')\n\npath('{m}/', {stem}.{m}, name='{m}')\n"
            ),
            "rb" => format!("def show\n  redirect_to {m}_path\n  render '{stem}'\n  get '/{m}/1'\nend\n"),
            "ts" => {
                format!("export const Query = {{\n  {m}: () => {c},\n}};\nconst q = gql`query {{ {m} }}`;\n")
            }
            _ => String::new(),
        }
    }

    /// A list of exports with names several times over: of the file's own, or of another's.
    fn exports(&mut self) -> String {
        let listed = self.some(4, |m| {
            let (c, f) = (m.class(), m.function());
            match m.random.below(6) {
                0 => "default, ".to_owned(),
                1 => format!("default as {c}, "),
                2 => format!("{c} as default, "),
                3 => format!("{f} as {}, ", m.function()),
                4 => format!("{f}, "),
                _ => format!("{c}, "),
            }
        });
        match self.random.below(3) {
            0 => format!("export {{ {listed}}};\n"),
            _ => format!("export {{ {listed}}} from './{}';\n", self.stem()),
        }
    }

    fn typescript(&mut self) -> String {
        let imports = self.some(3, |m| {
            let (stem, f, c) = (m.stem(), m.function(), m.class());
            match m.random.below(8) {
                6 => m.exports(),
                7 => format!("import {c}, {{ {f} }} from './{stem}';\n"),
                0 => format!("import {{ {f}, {c} }} from './{stem}';\n"),
                1 => format!("import {{ {f} as {} }} from './{stem}.js';\n", m.function()),
                2 => format!("import * as {stem} from '../web/{stem}';\n"),
                3 => format!("export * from './{stem}';\n"),
                4 => format!("export {{ {f} as {} }} from './{stem}';\n", m.function()),
                _ => format!("import {c} from './{stem}';\n"),
            }
        });
        let classes = self.some(2, |m| {
            let base = if m.random.below(2) == 0 { String::new() } else { format!(" extends {}", m.class()) };
            let methods = m.some(3, |m| {
                let (name, a, c, f, s) = (m.method(), m.method(), m.class(), m.function(), m.stem());
                format!("  {name}(x: {c}) {{ this.{a}(); x.{a}(); {f}(); {s}.{f}(); new {c}().{a}(); y[0].{a}(); }}\n")
            });
            let export = m.random.pick(&["export ", "export default ", ""]);
            format!("{export}class {}{base} {{\n{methods}}}\n", m.class())
        });
        let functions = self.some(3, |m| {
            let (name, called) = (m.function(), m.function());
            format!("export const {name} = () => {called}() + {};\n", m.random.below(5))
        });
        imports + &classes + &functions
    }

    fn rust(&mut self) -> String {
        let imports = self.some(4, |m| {
            let (stem, f, c) = (m.stem(), m.function(), m.class());
            match m.random.below(6) {
                0 => format!("mod {stem};\n"),
                1 => format!("use crate::{stem}::{c};\n"),
                2 => format!("use super::{stem}::{{{f}, {c} as {}}};\n", m.class()),
                3 => format!("pub use crate::{stem}::*;\n"),
                4 => format!("use crate::{stem};\n"),
                _ => format!("pub use self::{stem}::{f};\n"),
            }
        });
        let types = self.some(2, |m| format!("pub struct {};\n", m.class()));
        let impls = self.some(2, |m| {
            let (c, name, a, f, s, d) = (m.class(), m.method(), m.method(), m.function(), m.stem(), m.class());
            format!(
                "impl {c} {{\n    pub fn {name}(&self, x: {d}) {{ self.{a}(); x.{a}(); crate::{s}::{f}(); {s}::{f}(); {d}::{a}(); }}\n}}\n"
            )
        });
        let functions = self.some(2, |m| format!("pub fn {}() {{ {}() }}\n", m.function(), m.function()));
        // Tests beside what they test, whose imports and calls are those of tests.
        let tests = self.some(1, |m| {
            let (stem, c, f, called) = (m.stem(), m.class(), m.function(), m.function());
            format!(
                "#[cfg(test)]\nmod tests {{\n    use super::*;\n    use crate::{stem}::{c};\n\n    #[test]\n    fn {f}() {{ {called}(); {c}::{called}(); }}\n}}\n"
            )
        });
        imports + &types + &impls + &functions + &tests
    }

    fn go(&mut self) -> String {
        let types = self.some(2, |m| {
            let base = if m.random.below(2) == 0 { String::new() } else { m.class() };
            format!("type {} struct {{ {base} }}\n", m.class())
        });
        let methods = self.some(3, |m| {
            let (c, name, a, f, d) = (m.class(), m.method(), m.method(), m.function(), m.class());
            format!("func (c *{c}) {name}(x {d}) {{ c.{a}(); x.{a}(); {f}(); db.{f}(); y().{a}() }}\n")
        });
        let functions =
            self.some(2, |m| format!("func {}() int {{ return {} }}\n", m.function(), m.random.below(5)));
        format!("package db\n\nimport \"example.org/m/go/db\"\n\n{types}{methods}{functions}")
    }

    fn java(&mut self) -> String {
        let import = match self.random.below(3) {
            0 => String::new(),
            1 => format!("import acme.{};\n", self.class()),
            _ => "import acme.*;\n".to_owned(),
        };
        let base =
            if self.random.below(2) == 0 { String::new() } else { format!(" extends {}", self.class()) };
        let methods = self.some(3, |m| {
            let (name, a, c) = (m.method(), m.method(), m.class());
            format!("  int {name}({c} x) {{ {a}(); this.{a}(); super.{a}(); x.{a}(); new {c}().{a}(); {c}.{a}(); return {}; }}\n", m.random.below(5))
        });
        format!("package acme;\n\n{import}\nclass {}{base} {{\n{methods}}}\n", self.class())
    }

    fn csharp(&mut self) -> String {
        let usings = self.some(3, |m| {
            let (space, class) = (m.namespace(), m.class());
            match m.random.below(5) {
                0 => format!("global using {space};\n"),
                1 => format!("using static {space}.{class};\n"),
                2 => format!("using {} = {space}.{class};\n", m.class()),
                _ => format!("using {space};\n"),
            }
        });
        let base = if self.random.below(2) == 0 { String::new() } else { format!(" : {}", self.class()) };
        let methods = self.some(3, |m| {
            let (name, a, c, d) = (m.method(), m.method(), m.class(), m.class());
            format!("  public static int {name}({c} x) {{ {a}(); this.{a}(); x.{a}(); new {c}().{a}(); {d}.{a}(); return {}; }}\n", m.random.below(5))
        });
        format!(
            "{usings}namespace {};\n\npublic class {}{base} {{\n{methods}}}\n",
            self.namespace(),
            self.class()
        )
    }

    fn namespace(&mut self) -> &'static str {
        let spaces: &[&'static str] = &["Acme", "Acme.Core", "Acme.Web", "core.src", "web"];
        spaces[self.random.below(spaces.len())]
    }

    fn kotlin(&mut self) -> String {
        let base = if self.random.below(2) == 0 { String::new() } else { format!(" : {}()", self.class()) };
        let (c, name, a, d) = (self.class(), self.method(), self.method(), self.class());
        let function = self.function();
        format!(
            "package acme\n\nimport acme.{d}\n\nopen class {c}{base} {{\n  fun {name}(x: {d}) {{ {a}(); x.{a}(); {function}() }}\n}}\n\nfun {function}() = {c}()\n"
        )
    }

    fn ruby(&mut self) -> String {
        let (stem, mut c, mut base, name, a, f) =
            (self.stem(), self.class(), self.class(), self.method(), self.method(), self.function());
        // Some are called like files, and some stand in others.
        if self.random.below(2) == 0 {
            c = (*self.random.pick(&["A", "B", "C0::A", "C1::B"])).to_owned();
            base = (*self.random.pick(&["A", "B", "C0::A"])).to_owned();
        }
        format!(
            "require_relative '{stem}'\n\nclass {c} < {base}\n  def {name}\n    {a}\n    self.{a}()\n    {base}.new.{a}()\n    {f}()\n  end\nend\n\ndef {f}\n  {}\nend\n",
            self.random.below(5)
        )
    }

    fn php(&mut self) -> String {
        let (c, base, name, a, f) =
            (self.class(), self.class(), self.method(), self.method(), self.function());
        format!(
            "<?php\nnamespace Acme;\n\nuse Acme\\{base};\n\nclass {c} extends {base} {{\n  public function {name}() {{ $this->{a}(); parent::{a}(); {base}::{a}(); \\Acme\\{base}::{a}(); {f}(); }}\n}}\n\nfunction {f}() {{ return {}; }}\n",
            self.random.below(5)
        )
    }

    fn elixir(&mut self) -> String {
        let (c, d, f, g) = (self.class(), self.class(), self.function(), self.function());
        format!(
            "defmodule Acme.{c} do\n  alias Acme.{d}\n\n  def {f}(a) do\n    {g}(a)\n    {d}.{g}(a)\n    Acme.{d}.{f}({})\n  end\nend\n",
            self.random.below(5)
        )
    }

    fn c(&mut self) -> String {
        let (stem, f, g, c) = (self.stem(), self.function(), self.function(), self.class());
        let prefix = if self.random.below(3) == 0 { "static " } else { "" };
        format!(
            "#include \"{stem}.h\"\n\nstruct {c} {{ int a; }};\n\n{prefix}int {f}(struct {c} *x) {{ return {g}(x) + {}; }}\n",
            self.random.below(5)
        )
    }

    fn header(&mut self) -> String {
        let (f, c, stem) = (self.function(), self.class(), self.stem());
        format!("#include \"{stem}.h\"\nstruct {c};\nint {f}(struct {c} *x);\n")
    }
}

/// Text that no parser reads: what is searched, and what turns out not to be worth it.
fn other_text(random: &mut Random, ending: &str) -> String {
    let line = format!("{}: {} # {}\n", random.pick(STEMS), random.below(4), random.pick(FOLDERS));
    match random.below(6) {
        // Of a format that holds data, too large.
        0 if ending == "json" => line.repeat(8_000),
        1 => "1 2 3 0.5\n".repeat(3),
        2 => String::new(),
        3 => format!("# beadloom:domain=auth\n{}", line.repeat(60)),
        _ => line,
    }
}

/// A file with imports, definitions and references that may or may not lead somewhere.
pub fn source(random: &mut Random, path: &str) -> String {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    if ending == "erb" {
        let (stem, class) = (*random.pick(STEMS), random.below(4));
        return format!("<%= link_to 'x', c{class}s_path %>\n<%= render 'auth/{stem}' %>\n");
    }
    if matches!(ending, "yaml" | "json" | "txt" | "lock") {
        return other_text(random, ending);
    }
    let annotation = match random.below(4) {
        0 => "beadloom:domain=auth",
        1 => "beadloom:domain=billing feature=FEAT-7",
        2 => "beadloom:feature=GONE",
        _ => "nothing",
    };
    let mut maker = Maker { random };
    let (comment, text) = match ending {
        "py" => ("#", maker.python()),
        "ts" => ("//", maker.typescript()),
        "rs" => ("//", maker.rust()),
        "go" => ("//", maker.go()),
        "java" => ("//", maker.java()),
        "cs" => ("//", maker.csharp()),
        "kt" => ("//", maker.kotlin()),
        "rb" => ("#", maker.ruby()),
        "php" => ("", maker.php()),
        "ex" => ("#", maker.elixir()),
        "c" => ("//", maker.c()),
        "h" => ("//", maker.header()),
        _ => {
            let (number, other) = (maker.random.below(5), maker.stem());
            return format!(
                "<!-- beadloom:ref=auth -->\n# Title {number}\n\n## Invariants\n\nText {number} `{other}`\n"
            );
        }
    };
    if comment.is_empty() {
        return text;
    }
    let lead = format!("{comment}\n").repeat(maker.random.below(3));
    let linked = if maker.random.below(3) == 0 { maker.linked(ending) } else { String::new() };
    format!("{lead}{comment} {annotation}\n{text}{linked}")
}
