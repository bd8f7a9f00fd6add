"""Trains the model that says which parts of a project a document is about; `npm run train -- links` calls it.

It reads the dumps of `beadloom-bench links`, a file for each project, and what people said of some of its documents. It fits half a logistic regression and half
gradient-boosted trees. Every figure that it prints is of projects that the model did not see: five parts, each judged by a model of the other four."""

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

# Probabilities from which on links are made.
LEVELS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.85)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dumps", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--without", default="")
    options = parser.parse_args()
    left_out = set(filter(None, options.without.split(",")))
    names, documents = read(options.dumps)
    documents = [document for document in documents if document["repo"] not in left_out]
    folds = folds_of(documents)
    if not folds:
        raise SystemExit(f"{options.dumps} holds fewer than two projects; models are judged by projects left out")
    # Of some nothing speaks for any part.
    values = [numpy.array([row[1] for row in document["seen"]], dtype=numpy.float32).reshape(-1, len(names)) for document in documents]
    needed = [numpy.array([part in document["about"] for part, _ in document["seen"]], dtype=float) for document in documents]
    # What is right enough and missed by nobody teaches nothing.
    counted = [numpy.array([part not in document["acceptable"] for part, _ in document["seen"]], dtype=float) for document in documents]

    def fit(chosen):
        rows, own, weight = (numpy.concatenate([of[at] for at in chosen]) for of in (values, needed, counted))
        grow = lambda: lightgbm.train(TREES, lightgbm.Dataset(rows, own, weight=weight), ROUNDS)
        return mixed(rows, own, weight, grow, BOTH)

    sums = [None] * len(documents)
    for held, others in folds:
        model = fit(others)
        for at in held:
            sums[at] = said(model, values[at])
    base, slope = calibrated(numpy.concatenate(sums), numpy.concatenate(needed))
    chances = [1 / (1 + numpy.exp(-(base + slope * own))) for own in sums]
    print(f"{len(documents)} documents of {len({document['repo'] for document in documents})} projects, "
          f"{sum(len(document['about']) for document in documents)} parts that they are about")
    print(f"calibration error {calibration_error(sums, needed, folds):.3f}, slope {slope:.2f}")
    for level in LEVELS:
        print(described(level, documents, chances))
    whole = fit(range(len(documents)))
    write(options.out / "links.model", whole, names, (base, slope))


def read(folder):
    names, documents = None, []
    for file in sorted(folder.glob("*.jsonl")):
        first, *lines = (json.loads(line) for line in file.read_text().splitlines())
        names = first
        documents += lines
    return names, documents


def described(level, documents, chances):
    """Of the links that are at least so likely and lie in no other such part: how many are right, and how many of those that should be there are found."""
    right = linked = found = wanted = 0
    for document, own in zip(documents, chances):
        chosen = {part for (part, _), chance in zip(document["seen"], own) if chance >= level}
        chosen -= {outer for outer in chosen for inner in chosen if outer in document["around"].get(inner, ())}
        about, acceptable = set(document["about"]), set(document["acceptable"])
        linked += len(chosen)
        right += len(chosen & (about | acceptable))
        found += len(chosen & about)
        wanted += len(about)
    return f"at {level:.2f}: {right / max(1, linked):.3f} of {linked} links right, {found / max(1, wanted):.3f} of {wanted} found"


if __name__ == "__main__":
    main()
