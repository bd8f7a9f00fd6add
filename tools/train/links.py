"""Trains the model that says which parts of a project a document is about; `npm run train -- links` calls it.

It reads the dumps of `beadloom-bench links`, a file for each project, and what people said of some of its documents. It fits half a logistic regression and half
gradient-boosted trees. Every figure that it prints is of projects that the model did not see: five parts, each judged by a model of the other four, and that
for several ways of dividing the projects, because figures of one way differ by several hundredths from those of another."""

import argparse
import json
import pathlib

import lightgbm
import numpy

from selection import BOTH, calibrated, calibration_error, folds_of, mixed, said, write

TREES = {
    "objective": "binary", "learning_rate": 0.05, "num_leaves": 7, "min_data_in_leaf": 20, "feature_fraction": 0.4,
    "bagging_fraction": 0.8, "bagging_freq": 1, "lambda_l2": 10.0, "seed": 1, "deterministic": True, "force_row_wise": True,
    "num_threads": 2, "verbose": -1,
}
ROUNDS = 120

# More of these never speaks against a link, and more of those never for one: so little is known that trees would learn chance else.
SPEAK_FOR = {
    "share", "own_share", "weight", "names", "of_around", "against_next", "paths", "called", "placed", "introduces", "stem", "heading",
    "stem_stripped", "heading_stripped", "title_words", "part_words", "folder_called", "folder_words", "lies_alike", "file_title",
    "words_in_files", "similar_file", "share_of_most_similar", "headings", "share_of_headings", "body", "body_share",
}
SPEAK_AGAINST = {"rank", "placed_elsewhere", "usual", "general", "list_of_changes", "settings"}

# Ways of dividing the projects.
ORDERS = 5

# Probabilities from which on links are made.
LEVELS = (0.2, 0.3, 0.4, 0.45, 0.5, 0.6, 0.7, 0.85)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dumps", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--without", default="")
    options = parser.parse_args()
    left_out = set(filter(None, options.without.split(",")))
    names, documents = read(options.dumps)
    documents = [document for document in documents if document["repo"] not in left_out]
    orders = [folds_of(documents, seed) for seed in range(ORDERS)]
    if not all(orders):
        raise SystemExit(f"{options.dumps} holds fewer than two projects; models are judged by projects left out")
    # Of some nothing speaks for any part.
    values = [numpy.array([row[1] for row in document["seen"]], dtype=numpy.float32).reshape(-1, len(names)) for document in documents]
    needed = [numpy.array([part in document["about"] for part, *_ in document["seen"]], dtype=float) for document in documents]
    # What is right enough and missed by nobody teaches nothing.
    counted = [numpy.array([part not in document["acceptable"] for part, *_ in document["seen"]], dtype=float) for document in documents]

    trees = TREES | {"monotone_constraints": [(name in SPEAK_FOR) - (name in SPEAK_AGAINST) for name in names]}

    def fit(chosen):
        rows, own, weight = (numpy.concatenate([of[at] for at in chosen]) for of in (values, needed, counted))
        grow = lambda: lightgbm.train(trees, lightgbm.Dataset(rows, own, weight=weight), ROUNDS)
        return mixed(rows, own, weight, grow, BOTH)

    def left_out_sums(folds):
        sums = [None] * len(documents)
        for held, others in folds:
            model = fit(others)
            for at in held:
                sums[at] = said(model, values[at])
        return sums

    of_orders = [left_out_sums(folds) for folds in orders]
    base, slope = calibrated(numpy.concatenate([own for sums in of_orders for own in sums]), numpy.concatenate(needed * ORDERS))
    chances = [[1 / (1 + numpy.exp(-(base + slope * own))) for own in sums] for sums in of_orders]
    print(f"{len(documents)} documents of {len({document['repo'] for document in documents})} projects, "
          f"{sum(len(document['about']) for document in documents)} parts that they are about")
    plain = [numpy.array([at_least for *_, at_least in document["seen"]]) for document in documents]
    with_plain = [[numpy.maximum(own, least) for own, least in zip(one, plain)] for one in chances]
    error = numpy.mean([calibration_error(sums, needed, folds) for sums, folds in zip(of_orders, orders)])
    print(f"calibration error {error:.3f}, slope {slope:.2f}; means of {ORDERS} divisions, and how far these differ")
    for title, all_chances in [("the model alone", chances), ("with the plain cases", with_plain)]:
        print(title)
        for level in LEVELS:
            each = numpy.array([counted_links(level, documents, own) for own in all_chances])
            (linked, right, found), low, high = each.mean(axis=0), each.min(axis=0), each.max(axis=0)
            print(f"at {level:.2f}: {linked:.0f} links, {right:.3f} right ({low[1]:.2f} to {high[1]:.2f}), {found:.3f} found ({low[2]:.2f} to {high[2]:.2f})")
    whole = fit(range(len(documents)))
    write(options.out / "links.model", whole, names, (base, slope))


def read(folder):
    names, documents = None, []
    for file in sorted(folder.glob("*.jsonl")):
        first, *lines = (json.loads(line) for line in file.read_text().splitlines())
        names = first
        documents += lines
    return names, documents


def counted_links(level, documents, chances):
    """Links that are at least so likely and lie in no other such part, the share of the right ones, and how much of what should be there is found."""
    right = linked = found = wanted = 0
    for document, own in zip(documents, chances):
        chosen = {part for (part, *_), chance in zip(document["seen"], own) if chance >= level}
        chosen -= {outer for outer in chosen for inner in chosen if outer in document["around"].get(inner, ())}
        about, acceptable = set(document["about"]), set(document["acceptable"])
        linked += len(chosen)
        right += len(chosen & (about | acceptable))
        found += len(chosen & about)
        wanted += len(about)
    return linked, right / max(1, linked), found / max(1, wanted)


if __name__ == "__main__":
    main()
