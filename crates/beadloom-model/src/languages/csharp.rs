//! C#.

use super::LanguageId;
use super::facts::{LanguageFacts, Layout};
use super::names::{
    Ancestry, BareImport, DeclaredPackages, Extensions, GlobalLookup, Import, LanguageFamily, MemberScope,
    NameRules, Package, Projects,
};
use super::syntax::{StringForm, Syntax};

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "csharp",
    name: "C#",
    extensions: &["cs", "csx"],
    syntax: Syntax {
        directives: true,
        strings: &[StringForm::LONG, StringForm::DOUBLE],
        marked_strings: true,
        ..Syntax::PLAIN
    },
    layout: Layout { uncounted: &["csx"], class_per_file: true, source_folder: Some("cs"), ..Layout::PLAIN },
    names: NameRules {
        family: LanguageFamily::Of(LanguageId::CSharp),
        package: Package::Folder,
        declared_packages: DeclaredPackages::Around,
        ancestry: Ancestry::ClassesFirst,
        import: Import::Names(BareImport::Contents),
        open: GlobalLookup::Types,
        members: MemberScope::Parts,
        extensions: Extensions::Anywhere,
        implicit_this: true,
        typed: true,
        hidden_namespaces: Some(&["System", "Microsoft"]),
        projects: Some(Projects::CSharp),
        builtin_members: MEMBERS,
        ..NameRules::PLAIN
    },
    ..LanguageFacts::PLAIN
};

/// Members of its own types.
const MEMBERS: &str = "Add AddRange Aggregate All Any Append AsQueryable Average Build Clear Clone Close CompareTo \
    Concat Configure Contains ContainsKey ConvertAll Copy CopyTo Count Create Delete Dispose Distinct DisposeAsync \
    ElementAt EndsWith Equals Except Exists Find First FirstOrDefault Flush ForEach Format Get GetAsync \
    GetEnumerator GetHashCode GetService GetType GetValue GroupBy HasValue IndexOf Insert Invoke Join Last \
    LastOrDefault Load Log Map Match Max Min MoveNext Next OrderBy OrderByDescending Parse Peek Pop Post Push Read \
    ReadAsync Remove RemoveAt Replace Reset Reverse Run Save SaveChanges Select SelectMany Send Set Single \
    SingleOrDefault Skip Sort Split Start StartsWith Stop Substring Sum Take ThenBy ToArray ToDictionary ToList \
    ToListAsync ToLower ToString ToUpper Trim TryGetValue TryParse Update Use Wait Where Write WriteAsync WriteLine \
    Zip";
