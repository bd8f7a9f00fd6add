//! Zig.

use super::LanguageId;
use super::facts::LanguageFacts;
use super::names::{LanguageFamily, NameRules};
use super::syntax::Syntax;

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "zig",
    name: "Zig",
    extensions: &["zig"],
    syntax: Syntax { block_comments: &[], prefixes: false, name_signs: &['@'], ..Syntax::PLAIN },
    names: NameRules {
        family: LanguageFamily::Of(LanguageId::Zig),
        implicit_this: true,
        typed: true,
        builtin_members: MEMBERS,
        ..NameRules::PLAIN
    },
    ..LanguageFacts::PLAIN
};

/// Members of its own types.
const MEMBERS: &str = "add alloc allocator append appendAssumeCapacity appendSlice capacity clear clearAndFree \
    clearRetainingCapacity clone close contains count create deinit destroy dupe ensureTotalCapacity \
    ensureUnusedCapacity eql expect fetchRemove find format free get getEntry getIndex getOrPut getOrPutValue getPtr \
    init insert items iterator join keyIterator keys len lock next open orderedRemove orelse parse peek pop print put \
    putAssumeCapacity putNoClobber read readAll reader remove reset resize set shrinkRetainingCapacity size slice \
    spawn swapRemove toOwnedSlice unlock valueIterator values wait write writeAll writer";
