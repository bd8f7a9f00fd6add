//! Which files that lie with tests hold none: what sets tests up, what they share, bases of which others inherit. A runner that is given
//! such a file runs nothing.

use std::sync::OnceLock;

use beadloom_model::LanguageId;
use regex::Regex;

/// How tests are written in a family of languages.
struct Kind {
    languages: &'static [LanguageId],
    /// Any of it is a test.
    test: &'static str,
    /// A class alone that runs nothing: the start of its line. Empty where the languages have none.
    abstracts: &'static str,
    /// A class that a runner can make.
    concrete: &'static str,
    /// What other files are given; a file without is a script, which may be run by itself. Empty where files are no scripts.
    exports: &'static str,
    regexes: [OnceLock<Option<Regex>>; 4],
}

const fn kind(
    languages: &'static [LanguageId],
    test: &'static str,
    abstracts: &'static str,
    concrete: &'static str,
    exports: &'static str,
) -> Kind {
    let regexes = [OnceLock::new(), OnceLock::new(), OnceLock::new(), OnceLock::new()];
    Kind { languages, test, abstracts, concrete, exports, regexes }
}

static KINDS: [Kind; 9] = [
    // A class that inherits from one of tests has those.
    kind(
        &[LanguageId::Python],
        r"(?m)^\s*(?:async\s+)?def\s+(?:test|runTest\b)|^\s*class\s+\w+\([^)]*\w(?:Tests?|TestMixin|TestsMixin|TestSuite)\b|^\s*(?:scenarios\(|@scenario\b|@(?:given|when|then)\()|\bunittest\.main\(|\bload_tests\b|^\s*>>> ",
        "",
        "",
        "",
    ),
    kind(
        &[LanguageId::JavaScript, LanguageId::TypeScript, LanguageId::Vue, LanguageId::Svelte],
        r"(?:^|[^\w.$])(?:it|fit|xit|test|xtest|ftest|describe|fdescribe|xdescribe|suite|specify|scenario|context|bench|feature|Scenario|Feature|Given|When|Then)(?:\.\w+)*\s*(?:<[^<>()]*>\s*)?[(`]|\b(?:Deno|QUnit|tap|t|runner|test|suite)\.(?:test|module|skip|todo)\(|\bfixture\s*[(`]|\b(?:ruleTester|tester)\.run\(",
        "",
        "",
        r"(?m)^\s*export\b|\bmodule\.exports\b|\bexports\.\w|\b(?:beforeEach|beforeAll|afterEach|afterAll)\s*\(|\b(?:Cypress|cy)\.|\bsetup\w*\(",
    ),
    kind(
        &[LanguageId::Ruby],
        r#"(?m)^\s*(?:RSpec\.|::RSpec\.)?(?:describe|context|feature|scenario|it|its|specify|example|test|should|it_behaves_like|include_examples|background)\b\s*[("'{:A-Z]|^\s*(?:it|specify)\s+(?:do|\{)|^\s*def\s+test_|^\s*class\s+[\w:]+\s*<\s*[\w:]*Tests?\b"#,
        "",
        "",
        "",
    ),
    kind(
        &[LanguageId::Java, LanguageId::Kotlin],
        r#"@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|ArchTest|Property|Theory|Example|Benchmark|SuiteClasses|SelectPackages|SelectClasses|SelectClasspathResource|CucumberOptions|Karate)\b|\bvoid\s+test\w*\s*\(|\bfun\s+test\w*\s*\(|:\s*(?:String|Fun|Describe|Behavior|Should|Word|Free|Expect|Feature|Annotation)Spec\b|\bextends\s+\w*(?:Test|Tests|IT|ITCase)\b|:\s*\w+(?:Test|Tests|IT)\s*\("#,
        r"(?m)^\s*(?:(?:public|internal|protected|sealed|@\w+(?:\([^)]*\))?)\s+)*(?:abstract\s+(?:class|inner)|interface)\s",
        r"(?m)^\s*(?:(?:public|internal|private|protected|final|open|static|inner|data|@\w+(?:\([^)]*\))?)\s+)*class\s",
        "",
    ),
    kind(
        &[LanguageId::CSharp],
        r"\[(?:[\w.]+(?:\([^)]*\))?\s*,\s*)*(?:\w+\.)*(?:\w*Fact|\w*Theory|Test|TestCase|TestCaseSource|\w*TestMethod|Property|Benchmark|Scenario|Combinatorial|Arguments)(?:Attribute)?\s*[\](,]|\bclass\s+\w+[^{]*:\s*\w+(?:Tests?|Specs?)\b|\[(?:Given|When|Then)\(",
        r"(?m)^\s*(?:(?:public|internal|partial)\s+)*abstract\s+(?:partial\s+)?class\s",
        r"(?m)^\s*(?:(?:public|internal|private|protected|sealed|static|partial)\s+)*class\s",
        "",
    ),
    kind(
        &[LanguageId::Php],
        r"(?i:function\s+(?:test|it_)\w*\s*\()|#\[\s*(?:\\?[\w\\]+\\)?(?:Test|DataProvider|TestWith|TestDox)\b|\*\s*@test\b|(?m)^\s*(?:it|test|describe|arch|todo|scenario)\s*\(|\bextends\s+\w+(?:Test|Tests|Cest)\b|\bfunction\s+\w+\(\s*\\?(?:[\w\\]+\\)?\w*Tester\s|\bextends\s+ObjectBehavior\b",
        r"(?m)^\s*(?:readonly\s+)?abstract\s+class\s",
        r"(?m)^\s*(?:(?:final|readonly)\s+)*class\s",
        "",
    ),
    kind(
        &[LanguageId::Go],
        r"(?m)^func\s+(?:\([^)]*\)\s*)?(?:Test|Benchmark|Example|Fuzz)\w*\s*\(|\b(?:ginkgo\.)?(?:Describe|DescribeTable|It)\(",
        "",
        "",
        "",
    ),
    kind(
        &[LanguageId::Rust],
        r"#\[(?:\w+::)*\w*(?:test|bench|quickcheck|case)\b|\b(?:proptest|quickcheck|rusty_fork_test|test_suite)!|(?m)^\s*(?:pub\s+)?(?:async\s+)?fn\s+main\s*\(|#\[\w+(?:::\w+)*(?:_test|rstest)\b|(?m)^\s*(?:pub\s+)?mod\s+\w+\s*;",
        "",
        "",
        "",
    ),
    kind(
        &[LanguageId::Swift],
        r"\bfunc\s+test\w*\s*\(|@(?:Test|Suite)\b|:\s*QuickSpec\b|\bclass\s+\w+\s*:\s*\w+Tests?\b",
        "",
        "",
        "",
    ),
];

impl Kind {
    fn is(&self, at: usize, text: &str) -> bool {
        let pattern = [self.test, self.abstracts, self.concrete, self.exports].get(at).copied().unwrap_or("");
        let known = self.regexes.get(at).map(|known| known.get_or_init(|| Regex::new(pattern).ok()).as_ref());
        !pattern.is_empty() && known.flatten().is_some_and(|regex| regex.is_match(text))
    }
}

/// Languages whose tests are known by their text.
pub(crate) const LANGUAGES: &[LanguageId] = &[
    LanguageId::CSharp,
    LanguageId::Go,
    LanguageId::Java,
    LanguageId::JavaScript,
    LanguageId::Kotlin,
    LanguageId::Php,
    LanguageId::Python,
    LanguageId::Ruby,
    LanguageId::Rust,
    LanguageId::Svelte,
    LanguageId::Swift,
    LanguageId::TypeScript,
    LanguageId::Vue,
];

/// Whether a file in a language holds no test. False where the language is not known well enough to say so.
pub fn holds_no_test(language: LanguageId, path: &str, text: &str) -> bool {
    let Some(kind) = KINDS.iter().find(|kind| kind.languages.contains(&language)) else { return false };
    let is_abstract = || kind.is(1, text) && !kind.is(2, text);
    if kind.is(0, text) {
        return is_abstract();
    }
    if !kind.abstracts.is_empty() && is_named_after_what_it_tests(path) {
        return is_abstract();
    }
    kind.exports.is_empty() || kind.is(3, text)
}

/// Whether a class is called like a test of something, as `OrderTests`, and neither like a base of tests nor like what they share: a
/// library may have ways of its own to write one.
fn is_named_after_what_it_tests(path: &str) -> bool {
    const SHARED: &[&str] = &[
        "Base", "Abstract", "Helper", "Support", "Fixture", "Mock", "Stub", "Fake", "Factory", "Util",
        "Common",
    ];
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name);
    let subject = ["Tests", "Test", "IT", "Spec", "Specs"].iter().find_map(|end| stem.strip_suffix(end));
    subject.is_some_and(|subject| !subject.is_empty() && !SHARED.iter().any(|word| subject.contains(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_with_tests_may_hold_none() {
        for (path, text, holds_none) in [
            ("tests/urls.py", "urlpatterns = [path('a', view)]", true),
            ("tests/models.py", "class Order(models.Model):\n    name = CharField()\n", true),
            ("tests/conftest.py", "@pytest.fixture\ndef client(): pass", true),
            ("tests/test_a.py", "def test_a(): pass", false),
            ("tests/a.py", "class A(TestCase):\n    async def test_a(self): pass", false),
            ("tests/base.py", "class BaseTestCase(TestCase):\n    def setUp(self): pass", true),
            ("tests/test_b.py", "class BTest(OrderTests):\n    kind = 1", false),
            ("src/test/kotlin/TestBase.kt", "abstract class TestBase { @BeforeEach fun up() {} }", true),
            (
                "src/test/kotlin/ContractTest.kt",
                "abstract class ContractTest {\n  @Test\n  fun a() {}\n}",
                true,
            ),
            ("src/test/kotlin/ATest.kt", "class ATest : ContractTest() {}", false),
            ("src/test/kotlin/ASpec.kt", "class ASpec : StringSpec({ })", false),
            ("src/test/java/BaseTest.java", "public class BaseTest { void up() {} }", true),
            ("src/test/java/OrderTest.java", "class OrderTest { }", false),
            ("src/test/java/Orders.java", "class Orders { @Test void a() {} }", false),
            ("src/test/java/TestOrders.java", "class TestOrders { Order one() {} }", true),
            ("Tests/TestBase.cs", "public abstract class TestBase : IDisposable { }", true),
            ("Tests/Orders.cs", "public class Orders {\n  [Fact]\n  public void A() {} }", false),
            (
                "Tests/Orders.cs",
                "public class Orders {\n  [Theory, InlineData(1)]\n  public void A() {} }",
                false,
            ),
            ("Tests/OrderBuilder.cs", "public class OrderBuilder { }", true),
            ("tests/TestCase.php", "<?php\nabstract class TestCase extends BaseTestCase\n{\n}", true),
            (
                "tests/Feature/OrderTest.php",
                "<?php\nclass OrderTest { #[Test]\n public function a() {} }",
                false,
            ),
            ("tests/Pest.php", "<?php\nuses(TestCase::class)->in('Feature');", true),
            ("tests/Feature/a.php", "<?php\nit('adds', function () {});", false),
            ("spec/rails_helper.rb", "RSpec.configure do |config|\nend", true),
            ("spec/models/a_spec.rb", "RSpec.describe A do\n  it { is_expected.to be }\nend", false),
            ("test/a_test.rb", "class ATest < ActiveSupport::TestCase\n  test 'a' do\n  end\nend", false),
            ("spec/factories/a.rb", "FactoryBot.define do\n  factory :a\nend", true),
            ("a/export_test.go", "package a\nvar Now = &now", true),
            ("a/a_test.go", "package a\nfunc TestA(t *testing.T) {}", false),
            ("tests/helpers.ts", "export function render() {}", true),
            ("tests/a.test.ts", "import { it } from 'vitest';\nit.each([1])('a', () => {});", false),
            ("tests/run.js", "assert.equal(1, 1);", false),
            ("tests/setup.ts", "beforeEach(() => clear());", true),
            ("tests/common.rs", "pub fn server() {}", true),
            ("tests/a.rs", "#[tokio::test]\nasync fn a() {}", false),
            ("Tests/ATests.swift", "func testA() {}", false),
        ] {
            let language = LanguageId::of_path(path).unwrap();
            assert_eq!(holds_no_test(language, path, text), holds_none, "{path}: {text}");
        }
    }

    #[test]
    fn every_pattern_compiles() {
        for kind in &KINDS {
            for pattern in [kind.test, kind.abstracts, kind.concrete, kind.exports] {
                assert!(Regex::new(pattern).is_ok(), "{pattern}");
            }
        }
    }
}
