/**
 * Loaded by each Python that finds it on its path. It notes lines of the tree when they run for the first time, and on
 * the first run of a file all lines that could. The program must not notice: nothing is kept open, and errors end the
 * noting and nothing else.
 */
export const SITE_CUSTOMIZE = `"""Notes which lines of a tree run."""


def _next_one():
    import importlib.machinery
    import importlib.util
    import os
    import sys

    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [path for path in sys.path if os.path.abspath(path) != here]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", sys.path)
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


def _watch():
    import os
    import sys
    import threading

    root = os.environ.get("EDGE_SUNSET_LINES_OF")
    notes = os.environ.get("EDGE_SUNSET_LINES_IN")
    if not root or not notes:
        return
    own = {}
    seen = set()

    def note(rows):
        file = os.open(notes, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(file, "".join(rows).encode("utf-8", "surrogateescape"))
        finally:
            os.close(file)

    def place(code):
        name = code.co_filename
        if name not in own:
            path = os.path.realpath(name)
            inside = not name.startswith("<") and path.startswith(root + os.sep) and "site-packages" not in path
            own[name] = os.path.relpath(path, root) if inside else None
        return own[name]

    def lines(code):
        yield from {line for _, _, line in code.co_lines() if line}
        for constant in code.co_consts:
            if hasattr(constant, "co_code"):
                yield from lines(constant)

    def on_line(frame, event, _):
        if event == "line":
            key = (frame.f_code.co_filename, frame.f_lineno)
            if key not in seen:
                seen.add(key)
                try:
                    note([f"ran {frame.f_lineno} {place(frame.f_code)}\\n"])
                except Exception:
                    return None
        return on_line

    def on_call(frame, _, __):
        try:
            code = frame.f_code
            path = place(code)
            if path is None:
                return None
            if code.co_name == "<module>":
                note([f"can {line} {path}\\n" for line in sorted(set(lines(code)))])
            return on_line
        except Exception:
            return None

    threading.settrace(on_call)
    sys.settrace(on_call)


try:
    _watch()
except Exception:
    pass
_next_one()
`;
