//! Ruby.

use super::LanguageId;
use super::facts::{LanguageFacts, Layout};
use super::names::{Ancestry, BareImport, GlobalLookup, Import, LanguageFamily, MemberScope, NameRules};
use super::syntax::{StringForm, Syntax};

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "ruby",
    name: "Ruby",
    extensions: &["rb", "rake", "gemspec", "ru", "podspec", "thor", "jbuilder"],
    file_names: &[
        ".irbrc", ".pryrc", "Appraisals", "Berksfile", "Brewfile", "Capfile", "Dangerfile", "Fastfile",
        "Gemfile", "Guardfile", "Podfile", "Rakefile", "Thorfile", "Vagrantfile", "rakefile",
    ],
    entry_files: &["Rakefile", "config.ru", "rakefile"],
    syntax: Syntax {
        block_comments: &[("=begin", "=end")],
        strings: &[StringForm { code: "#{", ..StringForm::DOUBLE }, StringForm::SINGLE],
        ..Syntax::HASH
    },
    layout: Layout {
        uncounted: &["rake", "gemspec", "ru", "podspec", "thor", "jbuilder"],
        interpreters: &["ruby"],
        scripts: &["rb"],
        ..Layout::PLAIN
    },
    names: NameRules {
        family: LanguageFamily::Of(LanguageId::Ruby),
        import: Import::Names(BareImport::AllContents),
        open: GlobalLookup::All,
        ancestry: Ancestry::Mixins,
        implicit_this: true,
        global_modules: true,
        open_types: true,
        autoloads: true,
        builtin_members: MEMBERS,
        members: MemberScope::Anywhere,
        ..NameRules::PLAIN
    },
};

/// Members of its own types.
const MEMBERS: &str = "abort add alias_method all any? append at attr_accessor attr_reader attr_writer binding block_given? \
    call catch class clear clone close collect compact concat count create define_method delete describe detect dig \
    downcase dup each each_pair each_slice each_with_index each_with_object empty? end_with? entries eql? exit \
    expect extend fail fetch filter find find_all first flatten flush format freeze frozen? get gets grep group_by \
    gsub gsub! has_key? hash id include include? index inject insert inspect instance_of? is_a? it join key? keys \
    kind_of? lambda last length let lines load loop map match match? max merge merge! method_missing min module_function \
    name new next nil? none? open p parse partition pop present? print printf private proc protected public push put \
    puts raise rand read reduce reject remove replace require require_relative rescue respond_to? reverse round \
    sample save scan select send set shift size sleep slice sort sort_by split sprintf start_with? strip sub sum \
    super symbolize_keys take tap test then throw times to_a to_f to_h to_i to_s to_sym transform_values uniq unshift \
    update upcase values warn where write yield zip";
