"""Trains the model that says which documents a change of code makes untrue; `npm run train -- documents` calls it.

It reads the dumps of `beadloom-bench drift`, a line for each commit, and fits half a logistic regression and half gradient-boosted trees. Every figure that it prints is of projects
that the model did not see: five parts, each judged by a model of the other four."""

import argparse
import collections
import json
import pathlib

import lightgbm
import numpy

from selection import BOTH, calibrated, calibration_error, folds_of, mixed, said, write

# How much a commit that changed code alone counts beside one that people changed documents with.
ALONE = 2.0

TREES = {
    "objective": "binary", "learning_rate": 0.05, "num_leaves": 15, "min_data_in_leaf": 40, "feature_fraction": 0.5,
    "bagging_fraction": 0.8, "bagging_freq": 1, "lambda_l2": 5.0, "seed": 1, "deterministic": True, "force_row_wise": True,
    "num_threads": 2, "verbose": -1,
}
ROUNDS = 150

# Probabilities from which on documents are named.
LEVELS = (0.05, 0.1, 0.15, 0.2, 0.3)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dumps", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--without", default="")
    options = parser.parse_args()
    names = json.loads((options.dumps / "names.json").read_text())
    left_out = set(filter(None, options.without.split(",")))
    changes = [change for change in read(options.dumps) if change["repo"] not in left_out]
    folds = folds_of(changes)
    if not folds:
        raise SystemExit(f"{options.dumps} holds fewer than two projects; models are judged by projects left out")
    values = [numpy.array([row[2] for row in change["seen"]], dtype=numpy.float32) for change in changes]
    truth = [{document["path"] for document in change["documents"]} for change in changes]
    needed = [numpy.array([row[0] in own for row in change["seen"]], dtype=float) for change, own in zip(changes, truth)]
    weights = weights_of(changes)

    def fit(chosen):
        rows = numpy.concatenate([values[at] for at in chosen])
        weight = numpy.concatenate([numpy.full(len(values[at]), weights[at]) for at in chosen])
        own = numpy.concatenate([needed[at] for at in chosen])
        grow = lambda: lightgbm.train(TREES, lightgbm.Dataset(rows, own, weight=weight), ROUNDS)
        return mixed(rows, own, weight, grow, BOTH)

    sums = [None] * len(changes)
    for held, others in folds:
        model = fit(others)
        for at in held:
            sums[at] = said(model, values[at])
    base, slope = calibrated(numpy.concatenate(sums), numpy.concatenate(needed))
    chances = [1 / (1 + numpy.exp(-(base + slope * own))) for own in sums]
    together = [at for at in range(len(changes)) if truth[at]]
    alone = [at for at in range(len(changes)) if not truth[at]]
    print(f"{len(together)} commits with documents, {len(alone)} with code alone, of {len({change['repo'] for change in changes})} projects")
    print(f"calibration error {calibration_error(sums, needed, folds):.3f}, slope {slope:.2f}")
    for level in LEVELS:
        print(described(level, changes, truth, chances, together, alone))
    whole = fit(range(len(changes)))
    write(options.out / "documents.model", whole, names, (base, slope))


def read(folder):
    for file in sorted(folder.glob("*.jsonl")):
        for line in file.read_text().splitlines():
            change = json.loads(line)
            if change["seen"]:
                yield change


def weights_of(changes):
    """Projects with many commits count for less each."""
    counts = collections.Counter((change["repo"], bool(change["documents"])) for change in changes)
    return [counts[(change["repo"], bool(change["documents"]))] ** -0.5 * (1 if change["documents"] else ALONE) for change in changes]


def described(level, changes, truth, chances, together, alone):
    """What is right among the documents that are at least so likely, and what is named where nobody changed any."""
    found = []
    for at in together:
        order = [place for place in numpy.argsort(-chances[at], kind="stable") if chances[at][place] >= level]
        named = [changes[at]["seen"][place][0] for place in order]
        right = [path in truth[at] for path in named]
        found.append((right[:1] == [True], any(right[:3]), any(right), len(right) - sum(right), *sections(changes[at], order)))
    first, three, named, others = (numpy.mean([one[column] for one in found]) for column in range(4))
    places, all_places = sum(one[4] for one in found), sum(one[5] for one in found)
    reports = [int((chances[at] >= level).sum()) for at in alone]
    return (f"at {level:.2f}: first {first:.3f}, among three {three:.3f}, named {named:.3f}, others {others:.2f}, "
            f"places {places / max(1, all_places):.3f}; code alone: {numpy.mean(reports or [0]):.2f} documents, {numpy.mean([count > 0 for count in reports] or [0]):.2f} of commits")


def sections(change, order):
    """How many changed places of the right documents are in a section that is named, and how many there are."""
    hunks = {document["path"]: document["hunks"] for document in change["documents"]}
    inside = total = 0
    for place in order:
        path, _, _, lines = change["seen"][place]
        for first, last in hunks.get(path, []):
            total += 1
            inside += any(first <= end and start <= last for start, end in lines)
    return inside, total


if __name__ == "__main__":
    main()
