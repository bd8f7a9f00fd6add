//! What a part, a folder or a file gets of the budget, by chapter: its own code most, then what crosses its edges, then what
//! people wrote about it. What a chapter does not need flows on.

use beadloom_model::CompactSort as _;
use beadloom_model::answers::{Crossing, FileUse, Reason};
use beadloom_model::requests::TextFormat;
use std::collections::HashSet;

use super::ContextRequest;
use super::item::Item;
use super::lines::FULL;
use super::material::{BundleInput, Shape};

// Parts of the budget, in hundredths. They are starting points: what was left over goes on in the order of the list.
const CODE: usize = 50;
const BODIES: usize = 16;
const USED_BY: usize = 10;
const USES: usize = 8;
const FILES: usize = 12;
const CALLERS: usize = 20;
const CALLEES: usize = 12;
const CROSSINGS: usize = 14;
const DOCUMENTS: usize = 20;
const ROUTES: usize = 5;
const TOGETHER: usize = 12;

/// Of each chapter a little comes before the shares are asked: an answer of a hundred tokens says something of all.
const FIRST_SYMBOLS: usize = 6;
const FIRST_CROSSINGS: usize = 3;
const FIRST_NODES: usize = 6;
const FIRST_FILE_USES: usize = 4;
const MAX_FIRST: usize = 3;

/// Tests of an area: the nearest.
const NEAREST_TESTS: usize = 3;

/// Its share in hundredths, the files, and what makes an item of the place of one.
type FileUses<'m> = (usize, &'m [FileUse], fn(usize) -> Item);

/// What an entry costs beside its texts, in bytes: Markdown has a line number and a mark, JSON the names of its fields.
fn frame(format: TextFormat) -> usize {
    match format {
        TextFormat::Markdown => 24,
        TextFormat::Json => 260,
    }
}

/// The same of a definition that JSON shows in one line.
fn line_frame(format: TextFormat, path: &str) -> usize {
    match format {
        TextFormat::Markdown => frame(format),
        TextFormat::Json => 70 + path.len(),
    }
}

/// All items, the first wanted first. Four bytes are a token, nearly.
pub(super) fn by_share(material: &BundleInput, request: &ContextRequest) -> Vec<Item> {
    let mut ranked: Vec<(u8, usize, Item)> = Vec::new();
    let mut add = |rank: u8, item: Item| ranked.push((rank, ranked.len(), item));
    let bytes = request.budget.saturating_mul(4);
    let frame = frame(request.format);

    for at in 0..material.stale_docs.len() {
        add(if at < MAX_FIRST { 0 } else { 8 }, Item::StaleDoc(at));
    }
    for at in 0..request.stale.shown_paths().len() {
        add(if at < MAX_FIRST { 0 } else { 9 }, Item::StalePath(at));
    }
    for at in 0..material.constraints.len() {
        add(if at < 5 { 2 } else { 7 }, Item::Constraint(at));
    }
    for at in 0..material.links.len() {
        add(if at < MAX_FIRST { 2 } else { 8 }, Item::Link(at));
    }

    let (mut own, mut callers, mut callees) = (0, 0, 0);
    let mut shares = [CALLERS, CALLEES].map(|share| Share::new(bytes, share));
    // The source of what was asked for comes first, that of the most important definitions of a part after all their names.
    let is_asked =
        material.shape == Shape::Symbol || material.symbols.iter().any(|one| one.symbol.reason.is_some());
    if is_asked {
        for at in 0..material.code.len() {
            add(1, Item::Code(at));
        }
    }
    let mut named: HashSet<&str> = HashSet::new();
    let mut share = Share::new(bytes, CODE);
    for (at, definition) in material.symbols.iter().enumerate() {
        let symbol = &definition.symbol.symbol;
        let summary = symbol.summary.as_ref().map_or(0, String::len);
        let frame = match definition.symbol.reason {
            None if own >= FULL => line_frame(request.format, &symbol.file_path),
            _ => frame,
        };
        let length = symbol.signature.len().min(120) + summary.min(120) / 2 + frame;
        let (count, share_of) = match definition.symbol.reason {
            Some(Reason::Caller | Reason::Subtype) => (&mut callers, Some(0)),
            Some(Reason::Callee | Reason::Type) => (&mut callees, Some(1)),
            _ => (&mut own, None),
        };
        *count += 1;
        let at_first = *count <= FIRST_SYMBOLS;
        let share = share_of.and_then(|at: usize| shares.get_mut(at)).unwrap_or(&mut share);
        let fits = share.takes(length);
        if fits || at_first {
            named.insert(&symbol.file_path);
        }
        add(
            if at_first {
                1 + u8::from(share_of.is_some())
            } else if fits {
                3
            } else {
                6
            },
            Item::Symbol(at),
        );
    }
    if !is_asked {
        let mut share = Share::new(bytes, BODIES);
        for (at, piece) in material.code.iter().enumerate() {
            let fits = share.takes(piece.content.len() + frame);
            add(if fits { 3 } else { 7 }, Item::Code(at));
        }
    }
    let file_uses: [FileUses<'_>; 2] =
        [(USED_BY, &material.used_by, Item::UsedBy), (USES, &material.uses, Item::Uses)];
    for (hundredths, files, item) in file_uses {
        let mut share = Share::new(bytes, hundredths);
        for (at, one) in files.iter().enumerate() {
            let names: usize = one.names.iter().map(|name| name.len() + 2).sum();
            let fits = share.takes(one.path.len() + names + frame / 3);
            add(
                if at < FIRST_FILE_USES {
                    2
                } else if fits {
                    3
                } else {
                    7
                },
                item(at),
            );
        }
    }
    let mut share = Share::new(bytes, FILES);
    for (at, path) in material.files.iter().enumerate() {
        let fits = !named.contains(path.as_str()) && share.takes(path.len() + 4);
        add(if fits { 4 } else { 8 }, Item::File(at));
    }
    let mut share = Share::new(bytes, CROSSINGS);
    for (at, crossing) in material.crossings.iter().enumerate() {
        let fits = share.takes(length_of(crossing) + frame / 4);
        add(
            if at < FIRST_CROSSINGS {
                2
            } else if fits {
                4
            } else {
                7
            },
            Item::Crossing(at),
        );
    }
    let mut near = 0;
    for (at, around) in material.nodes.iter().enumerate() {
        match around.distance {
            0 => {}
            1 => {
                near += 1;
                add(if near <= FIRST_NODES { 2 } else { 5 }, Item::Node(at));
            }
            _ => add(10, Item::Node(at)),
        }
    }
    let mut share = Share::new(bytes, DOCUMENTS);
    for (at, piece) in material.chunks.iter().enumerate() {
        let fits = share.takes(piece.chunk.content.len() + frame);
        let rank = match (piece.best, fits) {
            (true, true) => 2,
            (false, true) => 4,
            // A section that alone is larger than its share would cost everything else.
            _ if piece.chunk.content.len() * 2 > bytes => 11,
            _ => 7,
        };
        add(rank, Item::Chunk(at));
    }
    let mut share = Share::new(bytes, ROUTES);
    for (at, route) in material.routes.iter().enumerate() {
        let fits = share.takes(route.path.len() + route.file_path.len() + frame);
        add(if fits { 4 } else { 7 }, Item::Route(at));
    }
    let mut share = Share::new(bytes, TOGETHER);
    for (at, one) in material.together.iter().flatten().enumerate() {
        let fits = share.takes(one.path.len() + frame / 4);
        add(if fits { 3 } else { 8 }, Item::Together(at));
    }
    for at in 0..material.tests.len() {
        add(if at < NEAREST_TESTS { 5 } else { 10 }, Item::Test(at));
    }
    ranked.compact_sort_by_key(|(rank, added, _)| (*rank, *added));
    ranked.into_iter().map(|(_, _, item)| item).collect()
}

fn length_of(crossing: &Crossing) -> usize {
    let names = crossing.uses.iter().chain(&crossing.used);
    crossing.ref_id.len() + names.map(|name| name.len() + 2).sum::<usize>() + 16
}

/// What is left of a chapter's share, in bytes.
struct Share {
    left: usize,
}

impl Share {
    fn new(bytes: usize, hundredths: usize) -> Self {
        Self { left: bytes / 100 * hundredths }
    }

    /// Whether the entry is within the share; it is charged if so.
    fn takes(&mut self, bytes: usize) -> bool {
        let fits = bytes <= self.left;
        if fits {
            self.left -= bytes;
        }
        fits
    }
}
