//! Methods that are named by a symbol: `before_action :authenticate`, `method(:price)`, `map(&:price)`.

use tree_sitter::Node;

use super::File;
use crate::definition::Container;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// Arguments of a call that are looked at.
const MAX_ARGUMENTS: usize = 32;

/// Methods whose argument names a method of the receiver, sorted.
const BY_NAME: &[&str] = &[
    "__send__", "instance_method", "method", "public_instance_method", "public_method", "public_send",
    "respond_to?", "send", "try", "try!",
];

/// Words of a type's body after which a symbol names what is defined, or who sees it; sorted.
const DECLARING: &[&str] = &[
    "attr", "attr_accessor", "attr_reader", "attr_writer", "define_method", "module_function", "private",
    "private_class_method", "private_constant", "protected", "public", "public_class_method",
];

/// Options of such words whose symbol names a method.
const OPTIONS: &[&str] = &["if", "through", "to", "unless", "with"];

/// Words of a type's body whose symbols name methods, attributes or relations of that type alone; sorted.
const OWN: &[&str] = &[
    "accepts_nested_attributes_for",
    "alias_attribute",
    "alias_method",
    "attribute",
    "attributes",
    "belongs_to",
    "enum",
    "has_and_belongs_to_many",
    "has_many",
    "has_many_attached",
    "has_one",
    "has_one_attached",
    "has_rich_text",
    "has_secure_password",
    "helper_method",
    "memoize",
    "normalizes",
    "remove_method",
    "scope",
    "serialize",
    "set_callback",
    "store",
    "store_accessor",
    "undef_method",
    "validate",
    "validates",
];

/// Whether the symbols that a word of a type's body takes name what is of the type itself: callbacks, validations, relations.
fn is_own(name: &str) -> bool {
    const STARTS: &[&str] =
        &["before_", "after_", "around_", "skip_", "prepend_", "append_", "validates_", "attr_"];
    OWN.binary_search(&name).is_ok() || STARTS.iter().any(|start| name.starts_with(start))
}

impl File<'_> {
    /// The methods that the arguments of a call name.
    pub(super) fn named_methods<'t>(
        &self,
        name: &str,
        node: Node<'_>,
        before: Option<Before<'t>>,
        outline: &mut Outline<'t>,
    ) {
        let Some(arguments) = self.rules.fields.arguments.of(node) else { return };
        let by_name = BY_NAME.binary_search(&name).is_ok();
        let in_body = before.is_none()
            && outline.container() == Some(Container::Type)
            && DECLARING.binary_search(&name).is_err();
        for argument in named_children(arguments).take(MAX_ARGUMENTS) {
            match argument.kind() {
                "simple_symbol" if by_name => {
                    self.symbol(argument, before.unwrap_or(Before::This), outline);
                    return;
                }
                "simple_symbol" if in_body => {
                    self.symbol(argument, Before::This, outline);
                    // Whose method it is passed on to, only the macro knows.
                    if !is_own(name) {
                        self.symbol(argument, Before::Value, outline);
                    }
                }
                "block_argument" => {
                    let symbol = argument.named_child(0).filter(|of| of.kind() == "simple_symbol");
                    if let Some(symbol) = symbol {
                        self.symbol(symbol, Before::Value, outline);
                    }
                }
                "pair" if in_body => {
                    let key = argument.child_by_field_name("key").map_or("", |key| outline.text(key));
                    let value = argument.child_by_field_name("value");
                    let value = value.filter(|of| of.kind() == "simple_symbol");
                    if OPTIONS.contains(&key.trim_matches(':'))
                        && let Some(symbol) = value
                    {
                        self.symbol(symbol, Before::This, outline);
                    }
                }
                _ => {}
            }
        }
    }

    fn symbol<'t>(&self, node: Node<'_>, before: Before<'t>, outline: &mut Outline<'t>) {
        if let Some(name) = outline.text(node).strip_prefix(':') {
            outline.value_to(name, before, node.start_byte());
        }
    }
}
