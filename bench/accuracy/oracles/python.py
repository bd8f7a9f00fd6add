"""What Python itself says of imports, and jedi of calls.

    python python.py imports ROOT SOURCE-ROOT   prints {file, line, name, target} for each imported name
    python python.py sites ROOT SOURCE-ROOT     prints {file, line, name} for each call of a name or an attribute
    python python.py calls ROOT SOURCE-ROOT     reads {file, line, name} lines, prints them with targets[{file, line}]

ROOT is the project, SOURCE-ROOT the folder (below it) that is put on the module path. `target` is a path below ROOT,
or null where the import leads out of the project.
"""

import ast
import json
import os
import re
import signal
import sys
import tokenize
from importlib.machinery import PathFinder


def sources(root):
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "__pycache__")
        for name in sorted(files):
            if name.endswith(".py"):
                yield os.path.join(folder, name)


def find(name, path):
    """The file of a module without running any code: each package on the way is found by its folder alone."""
    found = None
    for part in name.split("."):
        spec = PathFinder.find_spec(part, path)
        if spec is None:
            return None
        found = spec.origin if spec.origin and spec.origin.endswith(".py") else None
        path = list(spec.submodule_search_locations or [])
        if found is None and not path:
            return None
    return found or (path[0] + "/" if path else None)


def search_path(file, root, source_root):
    """Where Python looks for a module that this file names: the folder of the script or of its outermost package,
    the source root, and what installing the projects around would add."""
    folder = os.path.dirname(file)
    while os.path.exists(os.path.join(folder, "__init__.py")):
        folder = os.path.dirname(folder)
    path = [folder, source_root]
    around = os.path.dirname(file)
    while len(around) >= len(root):
        if any(os.path.exists(os.path.join(around, name)) for name in ("pyproject.toml", "setup.py")):
            path += [os.path.join(around, "src"), around]
        around = os.path.dirname(around)
    return path


def imports(root, source_root):
    for file in sources(root):
        try:
            with open(file, "rb") as handle:
                tree = ast.parse(handle.read())
        except (SyntaxError, ValueError):
            continue
        absolute = search_path(file, root, source_root)
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield file, node.lineno, alias.name, find(alias.name, absolute)
            elif isinstance(node, ast.ImportFrom):
                path = absolute
                module = node.module or ""
                if node.level:
                    folder = os.path.dirname(file)
                    for _ in range(node.level - 1):
                        folder = os.path.dirname(folder)
                    path = [os.path.dirname(folder)]
                    module = os.path.basename(folder) + (f".{module}" if module else "")
                holder = find(module, path)
                for alias in node.names:
                    if alias.name == "*":
                        yield file, node.lineno, "*", holder
                        continue
                    submodule = find(f"{module}.{alias.name}", path)
                    defined = holder is not None and not holder.endswith("/") and defines(holder, alias.name)
                    yield file, node.lineno, alias.name, holder if defined else submodule or holder


DEFINED = {}


def defines(path, name):
    """Whether a module binds the name itself: then a submodule of that name is not what the import gives."""
    if path not in DEFINED:
        names = set()
        with open(path, "rb") as handle:
            try:
                body = ast.parse(handle.read()).body
            except SyntaxError:
                body = []
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                names.add(node.name)
            elif isinstance(node, ast.Assign):
                names.update(target.id for target in node.targets if isinstance(target, ast.Name))
        DEFINED[path] = names
    return name in DEFINED[path]


def sites(root):
    for file in sources(root):
        try:
            with open(file, "rb") as handle:
                tree = ast.parse(handle.read())
        except (SyntaxError, ValueError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield file, node.func.lineno, node.func.id
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                yield file, node.func.end_lineno, node.func.attr


class Late(BaseException):
    """No Exception, because jedi passes over those."""


def late(_signal, _frame):
    raise Late


def calls(root, source_root):
    import jedi

    # What has no answer after that many seconds stays unknown: jedi may look through the whole project for one.
    most = 10
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, late)
    else:
        signal.alarm = lambda _seconds: None

    project = jedi.Project(source_root, added_sys_path=[source_root])
    scripts = {}
    for line in sys.stdin:
        wanted = json.loads(line)
        path = os.path.join(root, wanted["file"])
        if path not in scripts:
            with tokenize.open(path) as handle:
                text = handle.read()
            scripts[path] = (text.split("\n"), jedi.Script(text, path=path, project=project))
        lines, script = scripts[path]
        targets = []
        source = lines[wanted["line"] - 1] if wanted["line"] <= len(lines) else ""
        for match in re.finditer(rf"\b{re.escape(wanted['name'])}\b", source):
            try:
                signal.alarm(most)
                found = script.goto(wanted["line"], match.start(), follow_imports=True)
            except (Exception, Late):
                # What it was at is half done.
                scripts.pop(path, None)
                continue
            finally:
                signal.alarm(0)
            for name in found:
                if name.module_path is not None and name.line is not None:
                    file = relative(root, str(name.module_path))
                    targets.append({"file": file, "line": name.line})
                elif name.in_builtin_module():
                    targets.append({"file": None, "line": 0})
        print(json.dumps({**wanted, "targets": targets}), flush=True)


def relative(root, path):
    path = os.path.relpath(os.path.realpath(path), os.path.realpath(root))
    return None if path.startswith("..") else path.replace(os.sep, "/")


def main():
    what, root, source_root = sys.argv[1:4]
    if what == "calls":
        calls(root, source_root)
        return
    if what == "sites":
        for file, line, name in sites(root):
            print(json.dumps({"file": relative(root, file), "line": line, "name": name}))
        return
    for file, line, name, target in imports(root, source_root):
        folder = "/" if target and target.endswith("/") else ""
        target = relative(root, target) if target else None
        target = target + folder if target else None
        print(json.dumps({"file": relative(root, file), "line": line, "name": name, "target": target}))


main()
