//! Next.js: the path of a file is the path of what it exports.

use beadloom_model::{HTTP_METHODS, RouteFacts};
use tree_sitter::Node;

use super::super::File;
use super::pages::Serves;
use super::state::ENTRIES;
use crate::outline::Outline;
use crate::vocabulary::named_children;

impl File<'_> {
    /// `export async function GET`, `export const POST = …`, `export const { GET, POST } = …`.
    pub(in super::super) fn answer_declared(
        &mut self,
        declaration: Node<'_>,
        is_default: bool,
        outline: &mut Outline<'_>,
    ) {
        if self.routes.page.is_none() {
            return;
        }
        let fields = &self.rules.fields;
        if let Some(name) = outline.name(fields.name.of(declaration)) {
            let number = Some(declaration.id());
            self.answer(if is_default { "default" } else { name }, name, declaration, number, outline);
            return;
        }
        for variable in
            named_children(declaration).filter(|child| self.rules.kinds.variable_declarator.is(*child))
        {
            let Some(target) = fields.name.of(variable) else { continue };
            let function = fields.value.of(variable).map(|value| self.bare(value).id());
            if self.rules.kinds.identifier.is(target) {
                let name = outline.text(target);
                self.answer(name, name, variable, function, outline);
            } else if self.rules.kinds.object_pattern.is(target) {
                for part in named_children(target).take(ENTRIES) {
                    let name = outline.text(part);
                    self.answer(name, name, part, None, outline);
                }
            }
        }
    }

    /// An export called `exported`, which is `handler` in this file. `function`: the node that defines it, where it
    /// comes later in the walk.
    pub(in super::super) fn answer(
        &mut self,
        exported: &str,
        handler: &str,
        node: Node<'_>,
        function: Option<usize>,
        outline: &mut Outline<'_>,
    ) {
        let Some(page) = &self.routes.page else { return };
        let method = match page.serves {
            // The functions that answer in a `route.ts`.
            Serves::Methods => HTTP_METHODS.iter().copied().find(|method| *method == exported),
            Serves::Any => (exported == "default").then_some("ANY"),
            Serves::Page => (exported == "default").then_some("GET"),
        };
        let Some(method) = method else { return };
        if page.serves != Serves::Page {
            self.routes.answers = function;
        }
        outline.route(RouteFacts {
            method: method.to_owned(),
            path: page.path.clone(),
            handler: Some(handler.to_owned()),
            framework: "nextjs".to_owned(),
            line: outline.lines.line_of(node.start_byte()),
            router: None,
        });
    }

    /// The function of this node was defined under that number: it may answer a route by its name.
    pub(in super::super) fn answering(
        &mut self,
        node: Node<'_>,
        number: Option<usize>,
        outline: &mut Outline<'_>,
    ) {
        if self.routes.answers.take_if(|answers| *answers == node.id()).is_some() {
            outline.declares_route(number);
        }
    }
}
