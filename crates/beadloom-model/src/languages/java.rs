//! Java.

use super::facts::{LanguageFacts, Layout};
use super::names::{Ancestry, DeclaredPackages, Import, LanguageFamily, NameRules, Package};
use super::syntax::{StringForm, Syntax};

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "java",
    name: "Java",
    extensions: &["java"],
    syntax: Syntax { strings: &[StringForm::LONG, StringForm::DOUBLE], ..Syntax::PLAIN },
    layout: Layout { class_per_file: true, source_folder: Some("java"), ..Layout::PLAIN },
    names: NAMES,
    ..LanguageFacts::PLAIN
};

/// Of the languages of the JVM.
pub(super) const NAMES: NameRules = NameRules {
    family: LanguageFamily::Jvm,
    package: Package::SourceFolder,
    declared_packages: DeclaredPackages::Whole,
    ancestry: Ancestry::ClassesFirst,
    import: Import::Path(&['.']),
    implicit_this: true,
    typed: true,
    builtin_members: MEMBERS,
    ..NameRules::PLAIN
};

/// Members of its own types.
const MEMBERS: &str = "accept add addAll allMatch also and andThen anyMatch append apply build charAt clear clone close \
    collect compareTo compute computeIfAbsent contains containsKey containsValue count distinct drop endsWith entries \
    entrySet equals exists filter find findAny findFirst first flatMap flush fold foreach forEach format get \
    getBytes getClass getKey getMessage getName getOrDefault getOrElse getValue hasNext hashCode head id ifPresent \
    indexOf insert intValue invoke isBlank isEmpty isPresent iterator join keySet keys last lastIndexOf length let \
    limit list lock log longValue map mapToInt mapToObj match matches max merge min mkString name next noneMatch \
    nonEmpty of offer orElse orElseGet orElseThrow ordinal parse peek poll pop print printf println push put putAll \
    putIfAbsent read reduce remove removeAll removeIf replace replaceAll reset resolve reversed run set setName size \
    skip sort sorted split start startsWith stop stream strip sublist submit substring sum tail take takeWhile test \
    then toArray toByteArray toInt toList toLong toLowerCase toMap toSeq toSet toString toUpperCase trim update \
    unlock url use value valueOf values wait with write zip debug error info trace warn";
