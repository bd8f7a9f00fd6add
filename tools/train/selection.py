"""Trains the models that choose what an answer to a task holds, from features that the product dumped.

    python selection.py DUMPS --out FOLDER [--without owner/name,…] [--card FILE] [--samples FOLDER]
    python selection.py DUMPS --ablate [--card FILE]

DUMPS holds a file `OWNER+NAME.jsonl` for each project, and `names.json`, both written by `selection.mjs`. A row with a field `query` is a
question of a retrieval set, whose files are the right ones: the model of files learns from both. Two models come out:
`files.model` orders files (LambdaMART), `definitions.model` says how likely a definition is needed (boosted trees with logistic loss,
calibrated on projects left out). In both, a logistic regression has as much to say as the trees. Both are judged by projects left out, five
times a fifth of them. `--without` leaves projects out of the training: the product is judged on them with the models that come out.
`--ablate` trains without each group of features in turn, and each model with its trees alone and without them, and writes no model.
`--samples` writes rows with what each model says of them, for a check of the program that asks the models.
"""

import argparse
import collections
import json
import pathlib
import struct

import lightgbm
import numpy

FOLDS = 5
FILE_ROUNDS = 200
DEFINITION_ROUNDS = 200
# Of the definitions that a task does not need, one of so many is trained with, and counts for them all.
SAMPLED = 4
# How much the logistic regression and the trees of a model have to say.
BOTH = (0.5, 0.5)
# Rows that `--samples` writes of each model.
SAMPLES = 200
COMMON = dict(
    learning_rate=0.06, max_bin=127, num_threads=2, feature_fraction=0.5, bagging_fraction=0.8, bagging_freq=1, lambda_l2=5.0, verbose=-1, seed=1,
    deterministic=True, force_row_wise=True,
)
FILES = dict(COMMON, objective="lambdarank", num_leaves=15, min_data_in_leaf=60, lambdarank_truncation_level=20)
DEFINITIONS = dict(COMMON, objective="binary", num_leaves=31, min_data_in_leaf=100)
# What features are about; those that no other group names say what kind of file or definition it is.
GROUPS = {
    "words": "best_chunk next_chunks covered covered_at_once summary raw_best_chunk raw_covered raw_covered_at_once title title_at_once "
    "quoted_worth held held_of_file held_of_all best_line matched_lines quoted chunk chunk_of_file place_in_file alone file_title",
    "names": "stem_overlap stem_all stem_equal stem_fuzzy folders defines_named named_definitions definitions named_path title_in_path name "
    "name_covered scope named title_in_name common",
    "meaning": "best_meaning mean_meaning raw_nearest near farther",
    "history": "votes best_vote together raw_votes voters vote_place commits age folder_votes file_votes file_voters file_age file_folder_votes",
    "vocabulary": "vocabulary vocabulary_of_path file_vocabulary",
    "references": "imported imported_by_best imports_best referred used_by_best uses_best best_sibling file_imported",
    "surroundings": "best_in_folder best_in_area best_in_language named_like_best",
    "size": "lines definition_count depth own_lines all_lines position in_file members file_lines branches calls literals comments",
    "weighted sum": "behind place file_place file_behind",
    "query": "changes asks query_words candidates",
    "kind": "",
}
# Drawings of projects for an interval of 95 %.
DRAWINGS = 2000
# A place counts as shown where an answer names lines no farther from it.
NEAR = 3


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dumps", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--ablate", action="store_true")
    parser.add_argument("--without", default="")
    parser.add_argument("--card", type=pathlib.Path)
    parser.add_argument("--samples", type=pathlib.Path)
    options = parser.parse_args()
    if options.out is None and not options.ablate:
        parser.error("--out is needed, or --ablate")
    names = json.loads((options.dumps / "names.json").read_text())
    left_out = set(filter(None, options.without.split(",")))
    tasks = [task for task in read(options.dumps) if task["repo"] not in left_out]
    if not tasks:
        raise SystemExit(f"{options.dumps} holds no task to train with")
    folds = folds_of(tasks)
    if not folds:
        raise SystemExit(f"{options.dumps} holds one project; models are judged by projects left out, so two are needed")
    is_query = [task.get("query") is not None for task in tasks]
    lines = []
    say = lambda text: (print(text, flush=True), lines.append(text))
    for label, wanted in (("tasks", False), ("queries", True)):
        own = [task["repo"] for task, is_it in zip(tasks, is_query) if is_it == wanted]
        say(f"{len(own)} {label} of {len(set(own))} projects")

    file_names = names["file"] + names["rerank"]
    values = [numpy.array([row[2] + row[3] for row in task["ranked"]], dtype=numpy.float32) for task in tasks]
    labels = [numpy.array([row[0] in task["files"] for row in task["ranked"]], dtype=numpy.int32) for task in tasks]
    weighted = [numpy.array([row[1] for row in task["ranked"]]) for task in tasks]

    def train_files(chosen, columns=slice(None), parts=BOTH):
        own, needed = numpy.concatenate([values[at][:, columns] for at in chosen]), numpy.concatenate([labels[at] for at in chosen])
        grow = lambda: lightgbm.train(FILES, lightgbm.Dataset(own, needed, group=[len(values[at]) for at in chosen]), FILE_ROUNDS)
        return mixed(own, needed, numpy.ones(len(needed)), grow, parts)

    def sums_of_files(columns=slice(None), parts=BOTH):
        return sums_left_out(train_files, values, folds, columns, parts)

    sums = sums_of_files()
    say(f"candidates: {numpy.mean([len(one) for one in values]):.0f} files, "
        f"{numpy.mean([one.sum() / len(task['files']) for one, task in zip(labels, tasks)]):.3f} of the changed ones among them")
    for kind, wanted in (("files", False), ("files of queries", True)):
        own = [at for at in range(len(tasks)) if is_query[at] == wanted]
        of = lambda values: [values[at] for at in own]
        for label, scores in (("weighted sum", weighted), ("model", sums)):
            if own:
                say(f"{kind}, {label}: " + described(of_files(of(tasks), of(labels), of(scores))))
    # Queries have no changed places.
    own = [at for at in range(len(tasks)) if not is_query[at]]
    if options.ablate:
        by_project = lambda scores: first_by_project([tasks[at] for at in own], [labels[at] for at in own], [scores[at] for at in own])
        whole = by_project(sums)
        say(f"first file right, all features: {mean_of(whole):.3f}")
        say(f"first file right, trees alone: {compared(by_project(sums_of_files(parts=(0, 1))), whole)}")
        say(f"first file right, without trees: {compared(by_project(sums_of_files(parts=(1, 0))), whole)}")
        for group, columns in columns_without(file_names):
            say(f"first file right, without {group}: {compared(by_project(sums_of_files(columns)), whole)}")
    else:
        files = train_files(range(len(tasks)))
        write(options.out / "files.model", files, file_names, (0.0, 1.0))
        sample(options.samples, "files", files, numpy.concatenate(values))
    tasks, sums = [tasks[at] for at in own], [sums[at] for at in own]
    folds = folds_of(tasks)
    names = names["definition"]
    rows, needed, shown, counts = [], [], [], []
    for at, task in enumerate(tasks):
        places = [(path, first, max(first, last)) for path, hunks in task["hunks"].items() for first, last in hunks]
        by_path = collections.defaultdict(list)
        for number, (path, _, _) in enumerate(places):
            by_path[path].append(number)
        order = numpy.argsort(numpy.argsort(-sums[at], kind="stable"), kind="stable")
        best = sums[at].max()
        here, hits, near = [], [], []
        for file, _, (first, last), own, own_values in task["definitions"]:
            of_file = by_path.get(task["ranked"][file][0], [])
            hits.append(any(a <= places[n][2] and places[n][1] <= b for n in of_file for a, b in own))
            near.append([n for n in of_file if first - NEAR <= places[n][1] and places[n][2] <= last + NEAR])
            own_values = list(own_values)
            own_values[names.index("file_model")] = sums[at][file] - best
            own_values[names.index("file_model_place")] = numpy.log1p(order[file])
            here.append(own_values)
        rows.append(numpy.array(here, dtype=numpy.float32).reshape(-1, len(names)))
        needed.append(numpy.array(hits, dtype=numpy.int32))
        shown.append(near)
        counts.append(len(places))

    def train_definitions(chosen, columns=slice(None), parts=BOTH):
        own = numpy.concatenate([needed[at] for at in chosen])
        kept = (own == 1) | (numpy.random.RandomState(3).randint(SAMPLED, size=len(own)) == 0)
        values, own = numpy.concatenate([rows[at][:, columns] for at in chosen])[kept], own[kept]
        weight = numpy.where(own == 1, 1.0, SAMPLED)
        grow = lambda: lightgbm.train(DEFINITIONS, lightgbm.Dataset(values, own, weight=weight), DEFINITION_ROUNDS)
        return mixed(values, own, weight, grow, parts)

    def sums_of_definitions(columns=slice(None), parts=BOTH):
        return sums_left_out(train_definitions, rows, folds, columns, parts)

    chances = sums_of_definitions()
    reach = [len(set(sum(near, []))) / count for near, count in zip(shown, counts) if count]
    say(f"candidates: {numpy.mean([len(one) for one in rows]):.0f} definitions, {numpy.mean(reach):.3f} of the changed places in them")
    alone = names.index("alone")
    for label, scores in (("words", [one[:, alone] for one in rows]), ("model", chances)):
        say(f"definitions, {label}: " + described(of_definitions(shown, counts, scores)))
    calibration = calibrated(numpy.concatenate(chances), numpy.concatenate(needed))
    say(f"calibration: {calibration[0]:.3f} + {calibration[1]:.3f} · sum; "
        f"expected error {calibration_error(chances, needed, folds):.4f}")
    if options.ablate:
        by_project = lambda scores: shown_by_project(tasks, shown, counts, scores)
        whole = by_project(chances)
        say(f"places among 40 definitions, all features: {mean_of(whole):.3f}")
        say(f"places among 40 definitions, trees alone: {compared(by_project(sums_of_definitions(parts=(0, 1))), whole)}")
        say(f"places among 40 definitions, without trees: {compared(by_project(sums_of_definitions(parts=(1, 0))), whole)}")
        for group, columns in columns_without(names):
            say(f"places among 40 definitions, without {group}: {compared(by_project(sums_of_definitions(columns)), whole)}")
        if options.card:
            options.card.write_text("\n".join(lines) + "\n")
        return
    definitions = train_definitions(range(len(tasks)))
    write(options.out / "definitions.model", definitions, names, calibration)
    sample(options.samples, "definitions", definitions, numpy.concatenate(rows))
    say(f"most used of files: {most_used(files, file_names, numpy.concatenate(values))}")
    say(f"most used of definitions: {most_used(definitions, names, numpy.concatenate(rows))}")
    groups = collections.defaultdict(list)
    for at, task in enumerate(tasks):
        if counts[at]:
            share = of_definitions([shown[at]], [counts[at]], [chances[at]])["among 40"][0]
            for group in (task["language"], task["known"], task["english"]):
                groups[group].append(share)
    say("among 40, by group: " + ", ".join(f"{name} {numpy.mean(of):.2f} ({len(of)})" for name, of in sorted(groups.items())))
    if options.card:
        options.card.write_text("\n".join(lines) + "\n")


def read(folder):
    for file in sorted(folder.glob("*.jsonl")):
        for line in file.read_text().splitlines():
            if line:
                yield json.loads(line)


def folds_of(tasks, seed=7):
    """Tasks held out and the others, by project, in an order that the seed says."""
    repos = sorted(set(task["repo"] for task in tasks))
    shuffled = numpy.random.RandomState(seed).permutation(len(repos))
    fold = {repos[repo]: place % FOLDS for place, repo in enumerate(shuffled)}
    all_of = lambda keep: [at for at, task in enumerate(tasks) if keep(fold[task["repo"]])]
    folds = [(all_of(lambda one: one == number), all_of(lambda one: one != number)) for number in range(FOLDS)]
    return [(held, others) for held, others in folds if held and others]


def sums_left_out(train, values, folds, columns, parts):
    """Of each task, the sums of a model that was trained without its project."""
    found = [None] * len(values)
    for held, others in folds:
        model = train(others, columns, parts)
        for at in held:
            found[at] = said(model, values[at][:, columns])
    return found


def columns_without(names):
    """Each group of features that is there, and the places of all others."""
    named = {name: group for group, listed in GROUPS.items() for name in listed.split()}
    groups = numpy.array([named.get(name, "kind") for name in names])
    return [(group, numpy.flatnonzero(groups != group)) for group in GROUPS if (groups == group).any()]


def logistic(values, own, weight):
    """Base and weights of a logistic regression of all features, with a small penalty on each by its deviation: Newton's method."""
    mean, deviation = values.mean(0, dtype=float), values.std(0, dtype=float) + 1e-9
    rows = numpy.column_stack([numpy.ones(len(values)), (values - mean) / deviation])
    worth = numpy.zeros(rows.shape[1])
    for _ in range(25):
        chance = 1 / (1 + numpy.exp(-numpy.clip(rows @ worth, -30, 30)))
        gradient = rows.T @ (weight * (chance - own)) + worth
        step = numpy.linalg.solve((rows * (weight * chance * (1 - chance))[:, None]).T @ rows + numpy.eye(len(worth)), gradient)
        worth -= step
        if abs(step).max() < 1e-6:
            break
    weights = worth[1:] / deviation
    return [worth[0] - mean @ weights, weights]


def summed(linear, values):
    return linear[0] + values.astype(float) @ linear[1]


def mixed(values, own, weight, grow, parts):
    """A logistic regression and the trees that `grow` makes, each by its part and over the deviation of its sums."""
    linear, trees, of_trees = [0.0, numpy.zeros(values.shape[1])], None, 0.0
    if parts[0]:
        fitted = logistic(values, own, weight)
        linear = [parts[0] / deviation_of(summed(fitted, values)) * term for term in fitted]
    if parts[1]:
        trees = grow()
        of_trees = parts[1] / deviation_of(trees.predict(values, raw_score=True))
    return linear, trees, of_trees


def deviation_of(sums):
    """1 where all are the same: too few rows for a tree to part them."""
    return sums.std() or 1.0


def said(model, values):
    """The sums of a model: of its linear part and of its trees."""
    linear, trees, of_trees = model
    if not len(values):
        return numpy.zeros(0)
    return summed(linear, values) + (of_trees * trees.predict(values, raw_score=True) if trees else 0.0)


def sample(folder, name, model, values):
    """Rows and their sums, a JSON object in a line each."""
    if folder:
        rows = values[numpy.random.RandomState(9).permutation(len(values))[:SAMPLES]]
        folder.mkdir(parents=True, exist_ok=True)
        listed = zip(rows.tolist(), said(model, rows).tolist())
        (folder / f"{name}.jsonl").write_text("".join(json.dumps({"values": row, "sum": value}) + "\n" for row, value in listed))


def by_project_of(tasks, of_task):
    found = collections.defaultdict(list)
    for at, task in enumerate(tasks):
        value = of_task(at)
        if value is not None:
            found[task["repo"]].append(value)
    return {repo: numpy.array(own, dtype=float) for repo, own in found.items()}


def first_by_project(tasks, labels, scores):
    return by_project_of(tasks, lambda at: labels[at][numpy.argmax(scores[at])] if len(labels[at]) else 0.0)


def shown_by_project(tasks, shown, counts, scores):
    share = lambda at: of_definitions([shown[at]], [counts[at]], [scores[at]])["among 40"][0] if counts[at] else None
    return by_project_of(tasks, share)


def mean_of(by_project):
    return numpy.concatenate(list(by_project.values())).mean()


def compared(own, whole):
    """A mean, and its difference to that of all features with an interval over projects."""
    repos = sorted(whole)
    sums = numpy.array([(own[repo] - whole[repo]).sum() for repo in repos])
    sizes = numpy.array([len(whole[repo]) for repo in repos])
    drawn = numpy.random.RandomState(5).randint(len(repos), size=(DRAWINGS, len(repos)))
    low, high = numpy.percentile(sums[drawn].sum(1) / sizes[drawn].sum(1), [2.5, 97.5])
    return f"{mean_of(own):.3f}, {sums.sum() / sizes.sum():+.3f} ({low:+.3f} to {high:+.3f})"


def of_files(tasks, labels, scores):
    found = collections.defaultdict(list)
    for task, needed, score in zip(tasks, labels, scores):
        ranked = needed[numpy.argsort(-score, kind="stable")]
        for depth in (1, 3, 5, 12, 20, 40):
            found[f"among {depth}"].append(ranked[:depth].sum() / len(task["files"]))
        found["first"].append(ranked[0] if len(ranked) else 0)
        found["all among 5"].append(ranked[:5].sum() == len(task["files"]))
    return found


def of_definitions(shown, counts, scores):
    found = collections.defaultdict(list)
    for near, count, score in zip(shown, counts, scores):
        if count == 0:
            continue
        places = set()
        depths = [1, 5, 10, 20, 40, 100]
        order = numpy.argsort(-score, kind="stable")[: depths[-1]]
        for depth in depths:
            for at in order[:depth]:
                places.update(near[at])
            found[f"among {depth}"].append(len(places) / count)
    return found


def described(found):
    return ", ".join(f"{name} {numpy.mean(of):.3f}" for name, of in found.items())


def calibrated(sums, needed):
    """Base and slope by which a sum becomes a probability: Newton's method."""
    base, slope = 0.0, 1.0
    for _ in range(50):
        chance = 1 / (1 + numpy.exp(-(base + slope * sums)))
        curve = chance * (1 - chance)
        gradient = numpy.array([(chance - needed).sum(), ((chance - needed) * sums).sum()])
        hessian = numpy.array([[curve.sum(), (curve * sums).sum()], [(curve * sums).sum(), (curve * sums**2).sum()]])
        step = numpy.linalg.solve(hessian + 1e-9 * numpy.eye(2), gradient)
        base, slope = base - step[0], slope - step[1]
        if abs(step).max() < 1e-9:
            break
    return base, slope


def calibration_error(chances, needed, folds):
    """Each fold calibrated by the others; among what is said at .05 or more, in ten equal parts."""
    said, true = [], []
    for held, others in folds:
        base, slope = calibrated(numpy.concatenate([chances[at] for at in others]), numpy.concatenate([needed[at] for at in others]))
        for at in held:
            said.append(1 / (1 + numpy.exp(-(base + slope * chances[at]))))
            true.append(needed[at])
    said, true = numpy.concatenate(said), numpy.concatenate(true)
    worth = said >= 0.05
    order = numpy.argsort(said[worth], kind="stable")
    parts = numpy.array_split(order, 10)
    said, true = said[worth], true[worth]
    return float(sum(len(part) * abs(said[part].mean() - true[part].mean()) for part in parts if len(part)) / max(1, len(order)))


def most_used(model, names, values):
    """The features with the greatest weights of the linear part, for one deviation each."""
    weights = model[0][1] * values.std(0, dtype=float)
    order = numpy.argsort(-abs(weights))[:12]
    return ", ".join(f"{names[at]} {weights[at]:+.2f}" for at in order)


def write(path, model, names, calibration):
    """The format is described in `crates/beadloom-ranking/src/model.rs`."""
    (base, weights), boosted, of_trees = model
    trees = boosted.dump_model()["tree_info"] if boosted else []
    out = bytearray(b"BLM1" + struct.pack("<H", len(names)))
    for name in names:
        out += struct.pack("<B", len(name)) + name.encode()
    out += struct.pack(f"<ddd{len(names)}dH", *calibration, base, *weights, len(trees))
    for tree in trees:
        nodes, leaves = [], []
        flatten(tree["tree_structure"], nodes, leaves)
        out += struct.pack("<H", len(nodes))
        for feature, threshold, below, above in nodes:
            out += struct.pack("<Bfhh", feature, threshold, below, above)
        for leaf in leaves:
            out += struct.pack("<f", of_trees * leaf)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(out)


def flatten(node, nodes, leaves):
    """Puts a node in front of those below it; returns its number, or that of a leaf."""
    if "leaf_value" in node:
        leaves.append(node["leaf_value"])
        return -len(leaves)
    number = len(nodes)
    nodes.append(None)
    below = flatten(node["left_child"], nodes, leaves)
    above = flatten(node["right_child"], nodes, leaves)
    # The greatest float that is no more than the threshold: values are floats, so the comparison stays the same.
    threshold = numpy.float32(node["threshold"])
    if float(threshold) > node["threshold"]:
        threshold = numpy.nextafter(threshold, numpy.float32(-numpy.inf))
    nodes[number] = (node["split_feature"], float(threshold), below, above)
    return number


if __name__ == "__main__":
    main()
