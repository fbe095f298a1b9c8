"""Differential privacy from Python: audit functions, and price what was run.

Six things, none of which needs more than the standard library:

* :func:`mechanism` and :func:`serve` make a function a program that ``assay audit`` runs;
* :func:`audit` and :func:`assert_private` audit a function and return, or assert, the verdict;
* :class:`Budget` charges a budget that a team shares before a mechanism runs;
* :class:`Accountant` asks a long-lived ``assay evaluate`` for certified epsilons, deltas, Rényi
  divergences, curves and calibrations of :class:`Event` s;
* ``replay`` and ``primitives`` find mistakes in a function without statistics;
* :class:`Classifier` and :class:`Regressor` train privately, as scikit-learn's users expect.

``docs/guide/python.md`` has an example of each, and says which command is started.
"""

from __future__ import annotations

import ast
import dataclasses
import difflib
import functools
import importlib
import importlib.util
import inspect
import itertools
import json
import math
import numbers
import os
import pathlib
import pickle
import random
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import weakref
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Callable, Optional, Union, overload

__all__ = [
    "UNKNOWN",
    "Accountant",
    "AssayError",
    "Bound",
    "Budget",
    "BudgetRefusal",
    "Calibration",
    "CanaryReport",
    "Charge",
    "Claim",
    "Classifier",
    "Curve",
    "Event",
    "Mechanism",
    "OpacusAccountant",
    "Refusal",
    "Regressor",
    "Report",
    "Risk",
    "Timeout",
    "approximate",
    "assert_private",
    "audit",
    "binomial",
    "canaries",
    "discrete_gaussian",
    "discrete_laplace",
    "event",
    "exponential_mechanism",
    "gaussian",
    "laplace",
    "mechanism",
    "pair",
    "parallel",
    "profile",
    "pure",
    "randomized_response",
    "renyi",
    "risk",
    "sequence",
    "serve",
    "zcdp",
]


_ELSEWHERE = {
    **dict.fromkeys(["Classifier", "Regressor"], "assay_train"),
    **dict.fromkeys(["CanaryReport", "canaries"], "assay_canaries"),
    **dict.fromkeys(["primitive", "primitives"], "assay_primitives"),
    "OpacusAccountant": "assay_events",
    "TrainingLog": "assay_log",
    "replay": "assay_replay",
}


def __getattr__(name: str) -> Any:
    """What takes long to import, such as scikit-learn, comes from a module of its own."""
    if name in _ELSEWHERE:
        return getattr(importlib.import_module(_ELSEWHERE[name]), name)
    raise AttributeError(f"module 'assay' has no attribute {name!r}")


class AssayError(RuntimeError):
    """``assay`` could not be started, or did not do what it was asked for."""


class Refusal(AssayError, ValueError):
    """``assay`` refused a question or a claims file; the text is its own."""


class BudgetRefusal(AssayError):
    """A charge does not fit its budget; it left no trace, and the mechanism must not run."""


class Timeout(AssayError, TimeoutError):
    """There was no answer in time. The question was cancelled."""


class _Unsuitable(TypeError):
    """A value that cannot travel."""


# What travels: outputs of mechanisms, datasets, numbers of events

_SCALARS = frozenset([float, int, str, bool, type(None)])


def _plain(value: Any) -> Any:
    """A copy of a value in plain Python types, number by number the same.

    Copied, because a mechanism may return the same list or array again and again.
    """
    kind = type(value)
    if kind in _SCALARS:
        return value
    if kind is list or kind is tuple:
        if _SCALARS.issuperset(map(type, value)):
            return list(value)
        return [_plain(item) for item in value]
    if kind is dict:
        return _plain_entries(value)
    return _plain_subclass(value)


def _plain_entries(entries: Mapping[Any, Any]) -> dict[str, Any]:
    plain = {_key(key): _plain(value) for key, value in entries.items()}
    if len(plain) != len(entries):
        raise _Unsuitable(f"two keys of {entries!r} are the same text")
    return plain


def _key(key: Any) -> str:
    plain = _plain(key)
    if isinstance(plain, list):
        raise _Unsuitable(f"a key was {key!r}: it must be text or a number")
    return plain if isinstance(plain, str) else json.dumps(plain)


def _plain_subclass(value: Any) -> Any:
    """Subclasses of plain types, NumPy's scalars and arrays, and what else has ``tolist``."""
    if isinstance(value, float):
        return float(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, Mapping):
        return _plain_entries(value)
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    listed = getattr(value, "tolist", None)
    if listed is not None:
        plain = listed()
        if type(plain) is not type(value):
            return _plain(plain)
        # Extended precision stays what it is: only what a double can hold travels.
        if hasattr(value, "__float__") and (value != value or float(value) == value):
            return float(value)
    raise _Unsuitable(
        f"{value!r} is a {type(value).__name__}, which is not audited as it is: return numbers,"
        " text, None, lists, dicts, or NumPy arrays of numbers that doubles can hold"
    )


def _finite(value: Any) -> Any:
    """The same with NaN and infinities as texts, which strict JSON needs."""
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, list):
        return [_finite(item) for item in value]
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    return value


# Programs that are audited


class Mechanism:
    """A function that can be audited as a program; it can be called like the function itself."""

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        batch: bool = False,
        generator: Callable[[int], Any] = random.Random,
    ) -> None:
        """Wrap a function; see :func:`mechanism` for what it is given."""
        functools.update_wrapper(self, function)
        self._function = function
        self._batch = batch
        self._generator = generator
        self._takes_generator = _positional(function) > (2 if batch else 1)

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Call the function."""
        return self._function(*arguments, **keywords)

    def serve(self) -> None:
        """Answer the requests of an audit until standard input ends."""
        _answer_all(self, sys.stdin.buffer, _own_output())

    def answer(self, request: Union[str, bytes]) -> str:
        """The line that answers a request, both without their ends."""
        asked = json.loads(request)
        dataset, runs, seed = asked["dataset"], asked["runs"], asked["seed"]
        generator = self._seeded(seed)
        make = self._together if self._batch else self._one_by_one
        return json.dumps({"outputs": make(dataset, runs, generator)})

    def _seeded(self, seed: int) -> tuple[Any, ...]:
        if self._takes_generator:
            return (self._generator(seed),)
        random.seed(seed)
        numpy = sys.modules.get("numpy")
        if numpy is not None:
            numpy.random.seed([seed & 0xFFFFFFFF, seed >> 32])
        return ()

    def _one_by_one(self, dataset: Any, runs: int, generator: tuple[Any, ...]) -> list[Any]:
        function, outputs = self._function, []
        copy = _copies(dataset) if runs > 1 else lambda: dataset
        for _ in range(runs):
            try:
                output = function(copy(), *generator)
            except Exception as problem:  # noqa: BLE001 - whatever fails is an outcome
                outputs.append({"error": f"{type(problem).__name__}: {problem}"})
            else:
                outputs.append(_plain(output))
        return outputs

    def _together(self, dataset: Any, runs: int, generator: tuple[Any, ...]) -> list[Any]:
        outputs = _plain(self._function(dataset, runs, *generator))
        if not isinstance(outputs, list) or len(outputs) != runs:
            raise _Unsuitable(f"what a batch returns must be {runs} outputs, one for each run")
        return outputs


def _positional(function: Callable[..., Any]) -> int:
    """How many arguments without a default a function takes, or 0 if it does not say."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 0
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(1 for it in parameters if it.kind in kinds and it.default is it.empty)


def _copies(dataset: Any) -> Callable[[], Any]:
    """What makes equal datasets, so that no run sees what another did to its own."""
    if type(dataset) in _SCALARS:
        return lambda: dataset
    if type(dataset) is list and _SCALARS.issuperset(map(type, dataset)):
        return dataset.copy
    frozen = pickle.dumps(dataset, pickle.HIGHEST_PROTOCOL)
    return lambda: pickle.loads(frozen)


def _own_output() -> BinaryIO:
    """Standard output for answers alone: what anything else prints goes to standard error."""
    sys.stdout.flush()
    own = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(own, "wb")


def _answer_all(served: Mechanism, requests: Iterable[bytes], answers: BinaryIO) -> None:
    """Answer requests; an interruption from the keyboard is a matter of the audit."""
    if not sys.stdin.isatty() and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for request in requests:
            answers.write(served.answer(request).encode("ascii") + b"\n")
            answers.flush()
    except _Unsuitable as problem:
        raise SystemExit(f"{getattr(served, '__qualname__', 'the function')}: {problem}") from None


@overload
def mechanism(function: Callable[..., Any]) -> Mechanism: ...


@overload
def mechanism(
    *, batch: bool = ..., generator: Callable[[int], Any] = ...
) -> Callable[[Callable[..., Any]], Mechanism]: ...


def mechanism(
    function: Optional[Callable[..., Any]] = None,
    *,
    batch: bool = False,
    generator: Callable[[int], Any] = random.Random,
) -> Any:
    """Make a function a mechanism that can be audited: a decorator, with arguments or without.

    The function is given a dataset and returns an output: a number, text, None, a list or dict of
    these, or what NumPy has for them. If it takes a second argument without a default, that is a
    generator seeded for the request. Otherwise the generators of ``random`` and of ``numpy.random`` are seeded. An
    exception is the outcome of that run, with its type and text.

    :param batch: whether the function is given a dataset, a number of runs and perhaps a generator,
        and returns that many independent outputs; an exception then ends the program
    :param generator: from a whole number below 2^53 to a generator, such as
        ``numpy.random.default_rng``
    """
    if function is None:
        return functools.partial(Mechanism, batch=batch, generator=generator)
    return Mechanism(function, batch=batch, generator=generator)


def serve(function: Callable[..., Any], **options: Any) -> None:
    """Be the program that an audit runs: answer requests until standard input ends.

    :param function: a mechanism, or a function with the options of :func:`mechanism`
    """
    _as_mechanism(function, **options).serve()


def _as_mechanism(function: Callable[..., Any], **options: Any) -> Mechanism:
    if isinstance(function, Mechanism) and not options:
        return function
    return Mechanism(function, **options)


# Where a function lives, so that another process finds it


def _target(function: Callable[..., Any]) -> tuple[str, list[str]]:
    """``module:name`` or ``file.py:name`` of a function, and where to look for modules."""
    name = getattr(function, "__qualname__", None)
    module = sys.modules.get(getattr(function, "__module__", None) or "")
    file = getattr(module, "__file__", None)
    if name is None or "<" in name or module is None or file is None:
        raise AssayError(
            f"{function!r} cannot be found by another process: define it at the top level of a file"
        )
    if _attribute(module, name) is not function:
        raise AssayError(
            f"{name} of {file} is another object than {function!r}: audit the one of that name"
        )
    path = pathlib.Path(file).resolve()
    parts = module.__name__.split(".")
    tail = path.parent if path.name == "__init__.py" else path.with_suffix("")
    own = [entry for entry in sys.path if entry and not _is_installed(entry)]
    if module.__name__ != "__main__" and list(tail.parts[-len(parts) :]) == parts:
        return f"{module.__name__}:{name}", [str(tail.parents[len(parts) - 1]), *own]
    return f"{path}:{name}", [str(path.parent), *own]


def _written(
    function: Callable[..., Any], place: pathlib.Path
) -> Optional[tuple[str, list[str]]]:
    """A file with the source of a function that was typed into a notebook, or None for others.

    The file also has what the function names: modules that were imported, other typed functions,
    and constants. A name that stands for something else is refused.
    """
    plain = getattr(function, "_function", function)
    module = sys.modules.get(getattr(plain, "__module__", None) or "")
    if module is None or module.__name__ != "__main__" or getattr(module, "__file__", None):
        return None
    lines: dict[str, str] = {}
    _write_source(plain, lines)
    place.mkdir(parents=True, exist_ok=True)
    file = place / "typed.py"
    head = "from __future__ import annotations\n\nimport assay\n"
    file.write_text(head + "\n".join(lines.values()), encoding="utf-8")
    own = [entry for entry in sys.path if entry and not _is_installed(entry)]
    return f"{file}:{plain.__qualname__}", [os.getcwd(), *own]


def _write_source(function: Any, lines: dict[str, str]) -> None:
    """Adds what a typed function names, then its source, in an order that can be run."""
    try:
        source = textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError):
        raise AssayError(
            f"{function!r} has no source that another process could run: define it in a file"
        ) from None
    name = function.__qualname__
    if "<" in name:
        raise AssayError(f"{name} is not at the top level: define it outside of other functions")
    lines[name] = ""  # a function that calls itself is not written twice
    known = function.__globals__
    named = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
    for used in sorted(named & known.keys() - lines.keys()):
        value = known[used]
        value = getattr(value, "_function", value)
        if inspect.ismodule(value):
            lines[used] = f"import {value.__name__} as {used}\n"
        elif hasattr(value, "__qualname__") and value.__module__ not in ("__main__", "builtins"):
            lines[used] = f"from {value.__module__} import {value.__qualname__} as {used}\n"
        elif inspect.isfunction(value):
            _write_source(value, lines)
        else:
            try:
                lines[used] = f"{used} = {_plain(value)!r}\n"
            except _Unsuitable:
                raise AssayError(
                    f"{name} uses {used}, a {type(value).__name__}: define both in a file"
                ) from None
    del lines[name]
    lines[name] = source


def _is_installed(entry: str) -> bool:
    """Whether every Python of this installation looks there anyway."""
    prefixes = {sys.prefix, sys.base_prefix, sys.exec_prefix}
    return any(pathlib.Path(prefix) in pathlib.Path(entry).parents for prefix in prefixes)


def _attribute(module: Any, name: str) -> Any:
    return functools.reduce(lambda at, part: getattr(at, part, None), name.split("."), module)


def _load(target: str, paths: Sequence[str]) -> Callable[..., Any]:
    """The function at a target."""
    place, _, name = target.rpartition(":")
    sys.path[1:1] = [path for path in dict.fromkeys(paths) if path not in sys.path]
    if place.endswith(".py"):
        specification = importlib.util.spec_from_file_location("__assay_served__", place)
        if specification is None or specification.loader is None:
            raise AssayError(f"{place} is no Python file")
        module = importlib.util.module_from_spec(specification)
        sys.modules["__assay_served__"] = module
        specification.loader.exec_module(module)
    else:
        module = importlib.import_module(place)
    found: Optional[Callable[..., Any]] = _attribute(module, name)
    if found is None or not callable(found):
        known = [key for key, value in vars(module).items() if inspect.isfunction(value)]
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise AssayError(f"{place} has no function {name}{hint}")
    return found


def _program(
    function: Union[Callable[..., Any], str, Sequence[str]], place: pathlib.Path
) -> list[str]:
    """The command that serves a function; a command stays what it is."""
    if isinstance(function, str):
        return shlex.split(function)
    if not callable(function):
        return list(function)
    target, paths = _written(function, place) or _target(function)
    words = [sys.executable, str(pathlib.Path(__file__).resolve()), "serve", target]
    return words + list(dict.fromkeys(paths))


# The command


def _command(given: Union[str, Sequence[str], None]) -> list[str]:
    """The words that start ``assay``."""
    given = given or os.environ.get("ASSAY")
    if given:
        return shlex.split(given) if isinstance(given, str) else list(given)
    above = pathlib.Path(__file__).resolve().parents
    installed = above[1] / "assay_dp" / "bin" / "assay"
    if os.name == "posix" and installed.is_file():
        return [str(installed)]  # of the same version, whatever is on the PATH
    launchers = [above[1] / "bin" / "assay", above[2] / "assay"]
    near = next((str(launcher) for launcher in launchers if launcher.is_file()), None)
    found = shutil.which("assay") or near
    if found is None:
        raise AssayError("assay was not found: put it on the PATH, or its command into ASSAY")
    return [found]


def _words(errors: str) -> str:
    """What ``assay`` says on standard error, without its name."""
    return errors.strip().removeprefix("assay: ")


# Audits


@dataclass(frozen=True)
class Claim:
    """What a mechanism is claimed to keep, as in a claims file.

    :param guarantee: in one currency, such as ``{"pure": {"epsilon": 1}}``
    :param adjacency: ``"add-remove"``, ``"replace-one"`` or ``"zero-out"``
    """

    guarantee: Mapping[str, Any]
    adjacency: str

    @staticmethod
    def pure(epsilon: float, adjacency: str) -> Claim:
        """Pure differential privacy."""
        return Claim({"pure": {"epsilon": epsilon}}, adjacency)

    @staticmethod
    def approximate(epsilon: float, delta: float, adjacency: str) -> Claim:
        """(epsilon, delta)-differential privacy."""
        return Claim({"approximate": {"epsilon": epsilon, "delta": delta}}, adjacency)

    @staticmethod
    def zcdp(rho: float, adjacency: str) -> Claim:
        """Zero-concentrated differential privacy."""
        return Claim({"zcdp": {"rho": rho}}, adjacency)

    @staticmethod
    def gaussian(mu: float, adjacency: str) -> Claim:
        """Gaussian differential privacy."""
        return Claim({"gaussian": {"mu": mu}}, adjacency)

    @staticmethod
    def event(what: EventLike, delta: float, adjacency: str) -> Claim:
        """All that is certified of an event, at deltas from a half down to the one given."""
        return Claim({"event": _document(what), "delta": delta}, adjacency)


@dataclass(frozen=True)
class Report:
    """What an audit found.

    :param document: the claim's entry in ``report.json``
    :param text: what ``assay audit`` prints
    :param directory: where the claims file and the directory ``report`` are; None if they are
        gone, as after an audit that refuted nothing, unless a directory was asked for
    """

    document: Mapping[str, Any] = field(repr=False)
    text: str
    directory: Optional[pathlib.Path]

    @property
    def state(self) -> str:
        """``"refuted"``, ``"certified"``, ``"not refuted"`` or ``"inconclusive"``."""
        return str(self.document["state"])

    @property
    def headline(self) -> str:
        """What is known of the claim, in one line."""
        return str(self.document["headline"])

    @property
    def verdict(self) -> str:
        """What runs alone say: ``"refuted"``, ``"not refuted"`` or ``"inconclusive"``."""
        return str(self.document["audit"]["verdict"])

    @property
    def refuted(self) -> bool:
        """Whether the claim is refuted; of a true one with at most the error probability."""
        return self.verdict == "refuted"

    @property
    def runs(self) -> int:
        """How many runs it took."""
        return int(self.document["audit"]["runs"])

    @property
    def lower_bound(self) -> float:
        """What the mechanism costs at least, in the currency of the claim, or nearest to it."""
        return float(self.document["audit"]["lowerBound"]["value"])

    @property
    def witness(self) -> Optional[Mapping[str, Any]]:
        """The pair, an event in words, and how often it happened on each side, if refuted."""
        return self.document["audit"].get("witness") if self.refuted else None

    @property
    def reproduce(self) -> Optional[str]:
        """The command that repeats the audit, as long as its directory is there."""
        return None if self.directory is None else str(self.document["reproduce"])

    def __str__(self) -> str:
        """What was printed, the witness of a refuted claim in it, and how to see it again."""
        lines = [self.text]
        if self.reproduce is not None:
            lines.append(f"  reproduce: {self.reproduce}")
        return "\n".join(lines)


def audit(
    function: Union[Callable[..., Any], str, Sequence[str]],
    claim: Claim,
    pairs: Optional[Iterable[Union[tuple[Any, Any], Mapping[str, Any]]]] = None,
    *,
    data: Optional[str] = None,
    neighbours_of: Any = None,
    name: Optional[str] = None,
    error_probability: float = 1e-3,
    seed: int = 0,
    runs: int = 20_000,
    seconds: Optional[float] = None,
    significant_bits: Union[int, str, None] = None,
    timeout_seconds: Optional[float] = None,
    runs_per_request: Optional[int] = None,
    threads: Optional[int] = None,
    directory: Union[str, os.PathLike[str], None] = None,
    command: Union[str, Sequence[str], None] = None,
) -> Report:
    """Try to refute a claim about a function by running it on neighbouring datasets.

    The function is run by other processes: at the top level of a file it is found by its name, and
    the source of one that was typed into a notebook is written to a file, with what it names. Pairs
    come from one of three places: ``pairs``, ``data`` or ``neighbours_of``. They
    travel as JSON. Lists, dictionaries of counts and dictionaries of columns must be one record apart
    under the claim's relation; of other data it is for the caller to know.

    :param function: a mechanism, a function as for :func:`mechanism`, or a command
    :param pairs: tuples ``(left, right)``, or entries of ``explicit`` as in a claims file, where
        ``"neighbours": "trusted"`` lets any two pass
    :param data: a family of pairs by its name, such as ``"counts"``, ``"numbers(0, 100)"`` or
        ``"histograms(4)"``; ``docs/reference/pairs.md`` has all
    :param neighbours_of: a list of records, whose neighbours under the claim's relation are tried:
        a record left out, put in again, or replaced by another one
    :param error_probability: largest probability that a true claim is refuted
    :param significant_bits: how many bits of a number are looked at, or ``"auto"``; all if left out
    :param directory: where to leave the claims file and the report
    :raises Refusal: if ``assay`` refuses the claim or cannot run the function
    """
    kept = directory is not None
    place = pathlib.Path(directory or tempfile.mkdtemp(prefix="assay-")).resolve()
    report = None
    try:
        program = {
            "command": _program(function, place),
            "nan": "bare",
            "timeout_seconds": timeout_seconds,
            "runs_per_request": runs_per_request,
        }
        entry = {
            "name": name or getattr(function, "__qualname__", None) or "claim",
            "mechanism": _given(program),
            "adjacency": claim.adjacency,
            "guarantee": claim.guarantee,
            "pairs": _pairs(claim, pairs, data, neighbours_of),
            "significant_bits": significant_bits,
        }
        claims = {
            "error_probability": error_probability,
            "seed": seed,
            "budget": _given({"runs": runs, "seconds": seconds}),
            "claims": [_given(entry)],
        }
        report = _run_audit(place, claims, threads, _command(command))
    finally:
        if not kept and not (report and report.refuted):
            shutil.rmtree(place, ignore_errors=True)
    return report if kept or report.refuted else dataclasses.replace(report, directory=None)


def _given(entries: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entries.items() if value is not None}


def _pairs(
    claim: Claim,
    pairs: Optional[Iterable[Union[tuple[Any, Any], Mapping[str, Any]]]],
    data: Optional[str],
    neighbours_of: Any,
) -> dict[str, Any]:
    if (pairs is not None) + (data is not None) + (neighbours_of is not None) != 1:
        raise TypeError("give one of pairs, data and neighbours_of")
    if data is not None:
        return {"family": data}
    if pairs is None:
        pairs = _neighbours(list(neighbours_of), claim.adjacency)
    return {"explicit": [_pair(pair) for pair in pairs]}


def _neighbours(records: list[Any], adjacency: str) -> list[tuple[Any, Any]]:
    """Pairs around a list: each of its first, middle and last records, and small lists of it."""
    if len(records) < 2:
        raise ValueError(f"neighbours_of had {len(records)} records: give two or more")
    if adjacency == "zero-out":
        raise ValueError("neighbours_of knows no zero record: give pairs under zero-out")
    places = sorted({0, 1, len(records) // 2, len(records) - 2, len(records) - 1})
    found = []
    for place in places:
        record = records[place]
        others = [*records[:place], *records[place + 1 :]]
        if adjacency == "add-remove":
            found += [(others, records), ([record], []), ([record, record], [record])]
            continue
        for other in (records[0], records[-1], records[len(records) // 2]):
            if other != record:
                replaced = [*records[:place], other, *records[place + 1 :]]
                found += [(records, replaced), ([record], [other])]
    if not found:
        raise ValueError("neighbours_of had equal records alone: give pairs")
    return found


def _pair(pair: Union[tuple[Any, Any], Mapping[str, Any]]) -> Mapping[str, Any]:
    if isinstance(pair, Mapping):
        return pair
    left, right = pair
    return {"left": left, "right": right}


def _run_audit(
    place: pathlib.Path, claims: Mapping[str, Any], threads: Optional[int], command: list[str]
) -> Report:
    place.mkdir(parents=True, exist_ok=True)
    file, written = place / "claims.json", place / "report"
    file.write_text(json.dumps(_finite(_plain(claims)), indent=2), encoding="utf-8")
    words = [*command, "audit", str(file), "--report", str(written)]
    if threads is not None:
        words += ["--threads", str(threads)]
    done = subprocess.run(
        words, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode == 2:
        raise Refusal(_words(done.stderr))
    if done.returncode not in (0, 1):
        raise AssayError(f"{shlex.join(words)} ended with {done.returncode}: {_words(done.stderr)}")
    document = json.loads((written / "report.json").read_text(encoding="utf-8"))
    lines = [line for line in done.stdout.splitlines() if not line.startswith("report: ")]
    return Report(document["claims"][0], "\n".join(lines), place)


def assert_private(
    function: Union[Callable[..., Any], str, Sequence[str]],
    claim: Claim,
    pairs: Optional[Iterable[Union[tuple[Any, Any], Mapping[str, Any]]]] = None,
    *,
    strict: bool = False,
    **options: Any,
) -> Report:
    """Fail a test, with the witness and the command that repeats it, if a claim is refuted.

    :param strict: whether an audit that is inconclusive or was cut short fails as well
    :param options: those of :func:`audit`
    """
    __tracebackhide__ = True  # what pytest shows is the test
    report = audit(function, claim, pairs, **options)
    if report.refuted or (strict and report.verdict != "not refuted"):
        raise AssertionError(str(report))
    return report


# Events


class Event:
    """What was run: a text in the notation, or a description as in an event file."""

    __slots__ = ("document",)

    def __init__(self, document: Union[str, Mapping[str, Any]]) -> None:
        """Take a text, or an object whose only key is the kind of event."""
        self.document: Union[str, dict[str, Any]] = _plain(document)

    @staticmethod
    def from_dp_accounting(value: Any, adjacency: Any = None) -> Event:
        """An event of dp_accounting: an object, ``to_named_tuple()`` of it, or that as a mapping.

        Sums there have vectors of bounded norm: a replaced record moves them by twice the norm.
        An execution plan of jax_privacy is read by its event and its relation.

        :param adjacency: a relation, or dp_accounting's ``NeighboringRelation``; of an execution
            plan it may be left out
        :raises Refusal: for an event that has no counterpart here
        """
        return importlib.import_module("assay_events").from_dp_accounting(value, adjacency)

    @staticmethod
    def from_opacus(history: Any, *, sampling: str) -> Event:
        """What an accountant of Opacus has seen: its history, its ``state_dict()``, or itself.

        :param sampling: ``"poisson"``, or ``"none"`` for batches that are no Poisson samples: a
            history does not say which
        """
        return importlib.import_module("assay_events").from_opacus(history, sampling=sampling)

    @staticmethod
    def from_flower(value: Any, *, rounds: Optional[int] = None) -> Event:
        """What an accountant of Flower has composed, or rounds of a strategy of fixed clipping.

        :param value: an accountant, its ``state_dict()``, or a strategy, whose rounds are priced
            without sampling unless it has an accountant
        :param rounds: how many rounds a strategy without an accountant was run
        :raises Refusal: for what is not known here, such as clipping that adapts
        """
        return importlib.import_module("assay_events").from_flower(value, rounds=rounds)

    @staticmethod
    def from_opendp(measurement: Any, adjacency: str, *, distance: Any) -> Event:
        """A measurement of OpenDP, or what ``opendp.prelude.serialize`` makes of one.

        :param adjacency: the relation whose neighbours are so far apart
        :param distance: how far apart neighbours are: what OpenDP's ``measurement.map(d_in)`` takes
        :raises Refusal: for a constructor that has no counterpart, which it names
        """
        opendp = importlib.import_module("assay_opendp")
        return opendp.from_opendp(measurement, adjacency, distance=distance)

    def to_dp_accounting(self) -> dict[str, Any]:
        """The fields of dp_accounting's ``to_named_tuple()``, as a mapping.

        :raises Refusal: for what dp_accounting has no event for, and for a text in the notation
        """
        return importlib.import_module("assay_events").to_dp_accounting(self)

    def times(self, times: Union[int, str]) -> Event:
        """So many of these, one after the other."""
        return event("repeat", times=times, event=self)

    def poisson_sampled(self, sampling_probability: Union[float, str]) -> Event:
        """This on a sample that has every record with a probability."""
        return event("poisson", sampling_probability=sampling_probability, event=self)

    def fixed_size_sampled(self, sample_size: int, population_size: int) -> Event:
        """This on a uniform choice of so many records."""
        return event(
            "fixed-size",
            sample_size=sample_size,
            population_size=population_size,
            event=self,
        )

    def for_groups_of(self, size: int) -> Event:
        """This, for units that are so many records."""
        return event("group", size=size, event=self)

    def __repr__(self) -> str:
        """The description."""
        return f"Event({self.document!r})"

    def __eq__(self, other: object) -> bool:
        """Whether both have the same description."""
        return isinstance(other, Event) and self.document == other.document

    def __hash__(self) -> int:
        """A hash of the description."""
        return hash(json.dumps(self.document, sort_keys=True))


EventLike = Union[Event, str, Mapping[str, Any]]

UNKNOWN = "?"
"""What stands for the number that :meth:`Accountant.calibrate` looks for."""


def _document(what: EventLike) -> Union[str, dict[str, Any]]:
    return what.document if isinstance(what, Event) else _plain(what)


def event(kind: str, **keys: Any) -> Event:
    """An event in the notation, or of a kind with the keys of event files; None is left out.

    :param kind: a text such as ``"1000 x poisson(0.01, gaussian(1.1))"``, without keys, or a kind
        such as ``"truncated-laplace"``
    """
    if "(" in kind:
        if keys:
            raise ValueError(f"{kind!r} is a whole event: keys go with the name of a kind")
        return Event(kind)
    parts = {
        key: value.document if isinstance(value, Event) else value for key, value in keys.items()
    }
    return Event({kind: _given(parts)})


def gaussian(
    noise_multiplier: Union[float, str], adjacency: str, sensitivity: Optional[float] = None
) -> Event:
    """Gaussian noise on a vector that a record moves by at most the sensitivity, 1 if left out."""
    return event(
        "gaussian",
        noise_multiplier=noise_multiplier,
        adjacency=adjacency,
        sensitivity=sensitivity,
    )


def laplace(
    noise_multiplier: Union[float, str], adjacency: str, sensitivity: Optional[float] = None
) -> Event:
    """Laplace noise on numbers that a record moves by at most the sensitivity in all."""
    return event(
        "laplace", noise_multiplier=noise_multiplier, adjacency=adjacency, sensitivity=sensitivity
    )


def discrete_gaussian(sigma: float, adjacency: str, sensitivity: Optional[float] = None) -> Event:
    """Discrete Gaussian noise on a whole number."""
    return event("discrete-gaussian", sigma=sigma, adjacency=adjacency, sensitivity=sensitivity)


def discrete_laplace(scale: float, adjacency: str, sensitivity: Optional[float] = None) -> Event:
    """Discrete Laplace (geometric) noise on whole numbers."""
    return event("discrete-laplace", scale=scale, adjacency=adjacency, sensitivity=sensitivity)


def binomial(
    coins: int,
    adjacency: str,
    sensitivity: Optional[float] = None,
    probability: Optional[float] = None,
) -> Event:
    """Heads of coins, fair ones if no probability is given, added to a whole number."""
    return event(
        "binomial",
        coins=coins,
        adjacency=adjacency,
        sensitivity=sensitivity,
        probability=probability,
    )


def randomized_response(
    truth_probability: float, adjacency: str, answers: Optional[int] = None
) -> Event:
    """The true answer with a probability, otherwise one of the others."""
    return event(
        "randomized-response",
        truth_probability=truth_probability,
        adjacency=adjacency,
        answers=answers,
    )


def exponential_mechanism(epsilon: float, adjacency: str) -> Event:
    """The exponential mechanism."""
    return event("exponential-mechanism", epsilon=epsilon, adjacency=adjacency)


def pure(epsilon: float, adjacency: str) -> Event:
    """Anything that is epsilon-differentially private."""
    return event("pure", epsilon=epsilon, adjacency=adjacency)


def approximate(epsilon: float, delta: float, adjacency: str) -> Event:
    """Anything that is (epsilon, delta)-differentially private."""
    return event("approximate", epsilon=epsilon, delta=delta, adjacency=adjacency)


def zcdp(rho: float, adjacency: str) -> Event:
    """Anything that is rho-zero-concentrated differentially private."""
    return event("zcdp", rho=rho, adjacency=adjacency)


def pair(
    left: Iterable[Any],
    right: Iterable[Any],
    adjacency: str,
    *,
    name: Optional[str] = None,
    citation: Optional[str] = None,
) -> Event:
    """What two laws dominate, ``left`` with the record: decimals, or fractions such as ``"1/3"``.

    :param left: numbers, texts or ``fractions.Fraction`` s that sum to exactly 1
    :param right: as many, of the same outcomes without the record
    """
    laws = {"left": list(map(_fraction, left)), "right": list(map(_fraction, right))}
    return event("pair", **laws, name=name, citation=citation, adjacency=adjacency)


def _fraction(number: Any) -> Any:
    return str(number) if isinstance(number, numbers.Rational) else number


def renyi(
    epsilons: Mapping[float, float],
    adjacency: str,
    *,
    name: Optional[str] = None,
    citation: Optional[str] = None,
) -> Event:
    """Anything whose Rényi divergences have these bounds, each by its order."""
    return event(
        "renyi",
        orders=list(epsilons),
        epsilons=list(epsilons.values()),
        name=name,
        citation=citation,
        adjacency=adjacency,
    )


def profile(
    deltas: Mapping[float, float],
    adjacency: str,
    *,
    name: Optional[str] = None,
    citation: Optional[str] = None,
) -> Event:
    """Anything for which all of these deltas hold, each at its epsilon."""
    return event(
        "profile",
        epsilons=list(deltas),
        deltas=list(deltas.values()),
        name=name,
        citation=citation,
        adjacency=adjacency,
    )


def sequence(*events: EventLike) -> Event:
    """One event after the other; each may be chosen from what was released before."""
    return Event({"sequence": [_document(what) for what in events]})


def parallel(*events: EventLike, assignment: Optional[str] = None) -> Event:
    """Events on disjoint parts of the data, by value or by slot."""
    return event(
        "parallel", events=[_document(what) for what in events], assignment=assignment
    )


# What events cost


@dataclass(frozen=True)
class Bound:
    """A certified interval.

    :param lower: at most the value
    :param upper: at least the value: the guarantee
    :param encloses_true_value: whether the value is the smallest number that holds, and not only
        the bound that a method proves; None where the question has no such difference
    :param method: how it was found
    :param citation: where that is proved
    :param wide_because: what keeps the ends apart, if they are far apart
    :param assumed: curves of the event that the answer takes on trust
    """

    lower: float
    upper: float
    encloses_true_value: Optional[bool] = None
    method: Optional[str] = None
    citation: Optional[str] = None
    wide_because: Optional[str] = None
    assumed: tuple[str, ...] = ()

    def __float__(self) -> float:
        """The guarantee."""
        return self.upper


@dataclass(frozen=True)
class Curve:
    """Certified intervals along a list of numbers: NumPy arrays if NumPy is there, else lists.

    :param at: deltas, epsilons or orders
    :param lower: at most the values
    :param upper: at least the values: the guarantees
    :param bounds: each point with its method
    """

    at: Any
    lower: Any
    upper: Any
    bounds: tuple[Bound, ...] = field(repr=False)


@dataclass(frozen=True)
class Calibration:
    """The number that just meets a target.

    :param parameter: the key of an event it was found for
    :param value: the number
    :param upper: what is certified with exactly this number, at most the target
    :param fails_at: the number next to it that is not certified to meet the target, if there is one
    """

    parameter: str
    value: float
    upper: float
    fails_at: Optional[float] = None


@dataclass(frozen=True)
class Risk:
    """What an attacker can do, who sees the release and knows both neighbouring datasets.

    Upper ends hold for every attacker. ``docs/why/what-epsilon-means.md`` explains the numbers.

    :param attained: whether some attacker reaches the lower ends
    :param advantage: the largest difference of the true and the false positive rate
    :param prior: how likely the record's presence was beforehand
    :param success: the largest probability of a right guess at that prior
    :param rates: by false positive rate, the largest true positive rates of tests that claim the
        record's presence, and of tests that claim its absence
    :param bits: at most so many bits about the record's presence are learned on average
    """

    attained: bool
    advantage: Bound
    prior: float
    success: Bound
    rates: Mapping[float, tuple[Bound, Bound]]
    bits: float


def _bound(answer: Mapping[str, Any]) -> Bound:
    # The ends are doubles, written as decimals that are not inside of them. Rounding to the nearest
    # double never changes the order and leaves doubles alone, so that none of it ends up inside.
    return Bound(
        float(answer["lower"]),
        float(answer["upper"]),
        answer.get("encloses_true_value"),
        answer.get("method"),
        answer.get("citation"),
        answer.get("wide_because"),
        tuple(answer.get("assumed", ())),
    )


def _array(numbers: Sequence[float]) -> Any:
    try:
        import numpy
    except ImportError:
        return list(numbers)
    return numpy.array(numbers, dtype=float)


class Accountant:
    """Asks one ``assay evaluate``, which is started with the first question and then kept.

    Events name their relation; ``adjacency`` asks for the guarantee under another one. Use it in a
    ``with`` statement, or leave it to be closed when it is collected. Several threads may ask. A
    process that was forked, and one that an accountant was sent to, start a command of their own.
    """

    def __init__(
        self,
        command: Union[str, Sequence[str], None] = None,
        *,
        timeout: Optional[float] = None,
        threads: int = 1,
        shared: bool = False,
    ) -> None:
        """Choose how to ask.

        :param command: what starts ``assay``, if it is not the usual command
        :param timeout: how many seconds a question may take, waiting included, unless the question
            has a ``timeout`` of its own; without one the command refuses after 60 seconds of work
        :param threads: how many questions are answered at once
        :param shared: whether all such accountants of this process with the same command and
            threads use one command together, which ends with the last of these accountants
        """
        if timeout is not None:
            _require_timeout(timeout)
        if not threads >= 1:
            raise ValueError(f"threads was {threads}: it must be at least 1")
        self._command = _command(command)
        many = [] if threads == 1 else ["--threads", str(threads)]
        self._words = [*self._command, "evaluate", *many]
        self._timeout = timeout
        self._threads = threads
        self._shared = shared
        self._reset()
        _ACCOUNTANTS.add(self)

    def _reset(self) -> None:
        """What belongs to this process and to no other."""
        self._lock = threading.Lock()
        self._running: Optional[_Evaluation] = None
        self._process_id = os.getpid()

    def __reduce__(self) -> tuple[Any, ...]:
        """The same settings, for another process."""
        return _again, (self._command, self._timeout, self._threads, self._shared)

    def epsilon(
        self,
        what: EventLike,
        delta: float,
        adjacency: Optional[str] = None,
        *,
        timeout: Optional[float] = None,
    ) -> Bound:
        """Epsilon at a delta, by the tightest method known."""
        return _bound(self._event(what, adjacency, timeout, delta=delta))

    def delta(
        self,
        what: EventLike,
        epsilon: float,
        adjacency: Optional[str] = None,
        *,
        timeout: Optional[float] = None,
    ) -> Bound:
        """Delta at an epsilon, by the tightest method known."""
        return _bound(self._event(what, adjacency, timeout, epsilon=epsilon))

    def renyi(
        self,
        what: EventLike,
        order: float,
        adjacency: Optional[str] = None,
        *,
        timeout: Optional[float] = None,
    ) -> Bound:
        """The Rényi divergence of an order."""
        return _bound(self._event(what, adjacency, timeout, order=order))

    def curve(
        self,
        what: EventLike,
        *,
        deltas: Optional[Iterable[float]] = None,
        epsilons: Optional[Iterable[float]] = None,
        orders: Optional[Iterable[float]] = None,
        adjacency: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Curve:
        """Epsilons at deltas, deltas at epsilons, or Rényi divergences of orders."""
        asked = _given({"delta": deltas, "epsilon": epsilons, "order": orders})
        if len(asked) != 1:
            raise TypeError("a curve is over one of deltas, epsilons and orders")
        key, given = next(iter(asked.items()))
        numbers = [float(number) for number in given]
        points = self._event(what, adjacency, timeout, **{key: numbers})["curve"]
        bounds = tuple(_bound(point) for point in points)
        return Curve(
            _array(numbers),
            _array([bound.lower for bound in bounds]),
            _array([bound.upper for bound in bounds]),
            bounds,
        )

    def risk(
        self,
        what: EventLike,
        adjacency: Optional[str] = None,
        *,
        prior: float = 0.5,
        timeout: Optional[float] = None,
    ) -> Risk:
        """What an attacker can do."""
        answer = self.evaluate(
            "event_risk",
            timeout=timeout,
            event=_document(what),
            **_given({"prior": prior, "delta": 1e-5, "adjacency": adjacency}),
        )
        rates = {
            row["false_positive_rate"]: (
                _bound(row["true_positive_rate_of_presence"]),
                _bound(row["true_positive_rate_of_absence"]),
            )
            for row in answer["rates"]
        }
        return Risk(
            answer["attained"],
            _bound(answer["advantage"]),
            answer["prior"],
            _bound(answer["success"]),
            rates,
            answer["bits_at_most"],
        )

    def calibrate(
        self,
        what: EventLike,
        *,
        epsilon: Optional[float] = None,
        delta: Optional[float] = None,
        rho: Optional[float] = None,
        mu: Optional[float] = None,
        adjacency: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Calibration:
        """The number for :data:`UNKNOWN` in an event that just meets a target.

        The smallest noise multiplier or threshold, the most times or the largest sampling
        probability; the target is epsilon and delta, or rho (zCDP), or mu (GDP).
        """
        found = self._event(
            what, adjacency, timeout, epsilon=epsilon, delta=delta, rho=rho, mu=mu
        )
        if "parameter" not in found:
            raise Refusal("a calibration needs a target: epsilon and delta, or rho, or mu")
        fails = found.get("fails_at")
        return Calibration(
            found["parameter"],
            float(found["value"]),
            float(found["upper"]),
            None if fails is None else float(fails),
        )

    def evaluate(
        self, function: str, *, timeout: Optional[float] = None, **arguments: Any
    ) -> dict[str, Any]:
        """The answer to any question that ``assay evaluate`` knows, as it stands there.

        :raises Refusal: if the question is refused
        :raises Timeout: if there is no answer in time
        """
        limit = self._timeout if timeout is None else timeout
        deadline = None if limit is None else time.monotonic() + _require_timeout(limit)
        question = {"fn": function, "args": _finite(_plain(arguments))}
        if limit is not None:
            # The command must not give up before this side does.
            question["seconds"] = limit + _PATIENCE
        try:
            answer = self._evaluation().ask(question, deadline)
        except TimeoutError:
            raise Timeout(f"no answer within {limit} seconds") from None
        if answer.get("stopped") == "time":
            raise Timeout(answer["error"])
        if "error" in answer:
            raise Refusal(answer["error"])
        return answer

    def _evaluation(self) -> _Evaluation:
        """What this process asks."""
        if self._process_id != os.getpid():
            self._forget()
        with self._lock:
            if self._running is not None and self._running.failed:
                self._running.close()
                self._running = None
            if self._running is None:
                self._running = self._started()
            return self._running

    def _started(self) -> _Evaluation:
        if not self._shared:
            return _Evaluation(self._words, self._threads)
        key = tuple(self._words)
        with _SHARED_LOCK:
            known = _SHARED.get(key)
            if known is None or known.failed:
                known = _SHARED[key] = _Evaluation(self._words, self._threads)
            return known

    def _forget(self) -> None:
        """Lets go, in a forked process, of what belongs to the process that it was forked from."""
        running = self._running
        self._reset()
        if running is not None:
            running.close()

    def _event(
        self,
        what: EventLike,
        adjacency: Optional[str],
        timeout: Optional[float],
        **numbers: Any,
    ) -> dict[str, Any]:
        given = _given({**numbers, "adjacency": adjacency})
        return self.evaluate("event", timeout=timeout, event=_document(what), **given)

    def close(self) -> None:
        """End the command, if no other accountant shares it; a later question starts another."""
        if self._process_id != os.getpid():
            self._forget()
        with self._lock:
            running, self._running = self._running, None
        if running is not None and not self._shared:
            running.close()

    def __enter__(self) -> Accountant:
        """The accountant itself."""
        return self

    def __exit__(self, *problem: object) -> None:
        """End the command."""
        self.close()


def risk(what: EventLike, adjacency: Optional[str] = None, *, prior: float = 0.5) -> Risk:
    """What an attacker can do against an event, by a command that is started for this question.

    :param what: the event
    :param adjacency: the relation between the datasets, unless it is that of the event
    :param prior: how likely the record's presence was beforehand
    """
    with Accountant() as accountant:
        return accountant.risk(what, adjacency, prior=prior)


@dataclass(frozen=True)
class Charge:
    """A charge that was granted: the mechanism may run, once. Use it in a ``with`` statement.

    A run that fails stays charged.
    """

    budget: str
    id: str
    sequence: int
    left: Mapping[str, float]

    def __enter__(self) -> Charge:
        """The charge itself."""
        return self

    def __exit__(self, *problem: object) -> None:
        """Nothing: what was charged stays charged."""


class Budget:
    """A budget of a store that others may share; ``assay budget create`` opens one.

    ``with assay.Budget("budgets", "team").charge("laplace(10)", label="weekly counts"):`` charges
    before the block runs, and raises :class:`BudgetRefusal` where that does not fit.
    """

    def __init__(
        self,
        store: Union[str, os.PathLike[str]],
        name: str,
        *,
        adjacency: Optional[str] = None,
        user: Optional[str] = None,
        password_file: Union[str, os.PathLike[str], None] = None,
        key_file: Union[str, os.PathLike[str], None] = None,
        command: Union[str, Sequence[str], None] = None,
        timeout: Optional[float] = None,
    ) -> None:
        """Choose a budget; nothing is opened before something is asked.

        :param store: a file, or the address of a database, without a password
        :param name: a path such as ``team/alice/2026``
        :param adjacency: the relation of events that name none
        :param user: the user of a database
        :param password_file: its password, if the variable ``ASSAY_BUDGET_PASSWORD`` has none
        :param key_file: the key of the store's hashes
        """
        self.name = name
        self._adjacency = adjacency
        options = {"--user": user, "--password-file": password_file, "--key-file": key_file}
        words = ["--store", os.fspath(store)]
        for option, value in options.items():
            words += [] if value is None else [option, os.fspath(value)]
        self._options = words
        self._accountant = Accountant(command, timeout=timeout)
        self._accountant._words += words

    @classmethod
    def create(
        cls,
        store: Union[str, os.PathLike[str]],
        name: str,
        adjacency: str,
        *,
        epsilon: Optional[float] = None,
        delta: Optional[float] = None,
        own_delta: Optional[float] = None,
        rho: Optional[float] = None,
        mu: Optional[float] = None,
        **options: Any,
    ) -> Budget:
        """Open a new budget, as ``assay budget create`` does.

        :param adjacency: the relation of the budget, and of events that name none
        :param options: what else :class:`Budget` takes, such as ``user``
        :raises Refusal: if there is such a budget, or nothing above it
        """
        budget = cls(store, name, adjacency=adjacency, **options)
        limits = {"epsilon": epsilon, "delta": delta, "own-delta": own_delta, "rho": rho, "mu": mu}
        words = ["budget", "create", name, "--adjacency", adjacency, *budget._options]
        for key, value in _given(limits).items():
            words += [f"--{key}", repr(float(value))]
        command = [*budget._accountant._command, *words]
        run = subprocess.run(command, capture_output=True, check=False)
        if run.returncode != 0:
            raise Refusal(_words(run.stderr.decode("utf-8", "replace")))
        return budget

    def charge(
        self, what: EventLike, *, label: str = "", id: Optional[str] = None
    ) -> Charge:
        """Charge the budget and all above it, or none.

        :param label: what the charge is for
        :param id: names the charge; the same id is granted once, so that a question whose answer
            was lost can be asked again
        :raises BudgetRefusal: if it does not fit
        """
        answer = self._ask("charge", event=_document(what), label=label or None, id=id)
        if not answer["granted"]:
            raise BudgetRefusal(answer["reason"])
        return Charge(self.name, answer["charge_id"], answer["sequence"], _left_of(answer))

    def fits(self, what: EventLike) -> bool:
        """Whether a charge would be granted now."""
        return bool(self._ask("fits", event=_document(what))["fits"])

    def most_times(self, what: EventLike) -> int:
        """How often an event fits now."""
        return int(self._ask("fits", event=_document(what))["most_times"])

    def remaining(self) -> Mapping[str, float]:
        """What is left of each limit of this budget, rounded down."""
        budgets = self._ask("show")["budgets"]
        return next(_left_of(one) for one in budgets if one["budget"] == self.name)

    def history(self) -> list[dict[str, Any]]:
        """Every charge: sequence, charge_id, budget, label, event, time and costs as fractions."""
        return list(self._ask("history")["charges"])

    def _ask(self, action: str, **arguments: Any) -> dict[str, Any]:
        adjacency = None if action in _LOOKS else self._adjacency
        given = _given({**arguments, "adjacency": adjacency})
        return self._accountant.evaluate("budget", action=action, name=self.name, **given)

    def close(self) -> None:
        """End the command; a later question starts another."""
        self._accountant.close()


_LOOKS = frozenset(["show", "history"])


def _left_of(answer: Mapping[str, Any]) -> Mapping[str, float]:
    """Without limits that are passed, which are no longer watched."""
    left = {limit["name"]: float(limit["left"]) for limit in answer["limits"]}
    return {name: number for name, number in left.items() if number >= 0}


_PATIENCE = 10.0
"""Seconds after which a command that does not answer a cancelled question is given up."""

_ACCOUNTANTS: weakref.WeakSet[Accountant] = weakref.WeakSet()
_SHARED_LOCK = threading.Lock()


def _require_timeout(seconds: float) -> float:
    if not 0 < seconds <= 1e8:
        raise ValueError(f"timeout was {seconds}: it must be above 0 and at most 1e8 seconds")
    return seconds


def _again(
    command: list[str], timeout: Optional[float], threads: int, shared: bool
) -> Accountant:
    return Accountant(command, timeout=timeout, threads=threads, shared=shared)


class _Waiting:
    """A question whose answer is awaited, or was until it was given up."""

    def __init__(self) -> None:
        self.done = threading.Event()
        self.answer: Optional[dict[str, Any]] = None
        self.given_up: Optional[float] = None


class _Answers:
    """The answers of a command, read by a thread of its own and handed to whoever asked."""

    def __init__(self, output: BinaryIO) -> None:
        self._output = output
        self._lock = threading.Lock()
        self._waiting: dict[int, _Waiting] = {}
        self._numbers = itertools.count(1)
        self.ended = False
        self.problem: Optional[str] = None
        self.thread = threading.Thread(target=self._read, name="assay", daemon=True)

    def awaited(self) -> tuple[int, _Waiting]:
        """A new number, and what waits for the answer of that number."""
        with self._lock:
            number, waiting = next(self._numbers), _Waiting()
            self._waiting[number] = waiting
            if self.ended:
                waiting.done.set()
            return number, waiting

    def give_up(self, number: int) -> None:
        """No longer await an answer; it is known that it may still come."""
        with self._lock:
            if number in self._waiting:
                self._waiting[number].given_up = time.monotonic()

    def is_stuck(self) -> bool:
        """Whether a question that was cancelled is still not answered."""
        latest = time.monotonic() - _PATIENCE
        with self._lock:
            given_up = [waiting.given_up for waiting in self._waiting.values()]
        return any(since is not None and since < latest for since in given_up)

    def _read(self) -> None:
        rest = b""
        try:
            for part in iter(lambda: self._output.read(1 << 16), b""):
                *lines, rest = (rest + part).split(b"\n")
                for line in lines:
                    self._hand_over(json.loads(line))
        except (OSError, ValueError) as problem:
            # Nothing that is said from now on can be trusted to be about what was asked.
            self.problem = f"its answers cannot be read: {problem}"
        finally:
            with self._lock:
                self.ended = True
                for waiting in self._waiting.values():
                    waiting.done.set()

    def _hand_over(self, answer: Any) -> None:
        number = answer.pop("id", None) if isinstance(answer, dict) else None
        with self._lock:
            waiting = self._waiting.pop(number, None) if type(number) is int else None
        if waiting is None:
            raise ValueError(f"{number!r} is the id of no question without an answer")
        waiting.answer = answer
        waiting.done.set()


class _Evaluation:
    """A running ``assay evaluate``."""

    def __init__(self, words: Sequence[str], threads: int) -> None:
        self._words = words
        self._errors = tempfile.TemporaryFile(buffering=0)
        self._writing = threading.Lock()
        self._turns = threading.BoundedSemaphore(threads)
        try:
            # Without buffers: what one process has not sent yet, a fork of it must not send.
            self._process = subprocess.Popen(
                words,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
            )
        except OSError as problem:
            self._errors.close()
            raise AssayError(f"{shlex.join(words)} cannot be started: {problem}") from problem
        assert self._process.stdout is not None
        self._answers = _Answers(self._process.stdout)
        self.close = weakref.finalize(
            self, _end, os.getpid(), self._process, self._errors, self._answers
        )
        self._answers.thread.start()

    @property
    def failed(self) -> bool:
        """Whether another one must be started."""
        return not self.close.alive or self._answers.ended or self._answers.is_stuck()

    def ask(self, question: dict[str, Any], deadline: Optional[float]) -> dict[str, Any]:
        """The answer to a question."""
        if not self._turns.acquire(timeout=_left(deadline)):
            raise TimeoutError
        try:
            number, waiting = self._answers.awaited()
            try:
                self._send({"id": number, **question})
                if not waiting.done.wait(_left(deadline)):
                    raise TimeoutError
            except BaseException:
                self._answers.give_up(number)
                if not self.failed:
                    self._send({"cancel": number})
                raise
        finally:
            self._turns.release()
        if waiting.answer is None:
            raise self._ended()
        return waiting.answer

    def _send(self, message: Mapping[str, Any]) -> None:
        data = memoryview(json.dumps(message).encode("ascii") + b"\n")
        assert self._process.stdin is not None
        try:
            with self._writing:
                while data:
                    data = data[self._process.stdin.write(data) :]
        except (OSError, ValueError) as problem:
            raise self._ended() from problem

    def _ended(self) -> AssayError:
        name = shlex.join(self._words)
        if self._answers.problem is not None:
            self.close()
            return AssayError(f"{name}: {self._answers.problem}")
        if not self.close.alive:
            return AssayError(f"{name} was closed")
        try:
            code: Union[int, str] = self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            code = "no more answers"
        self._errors.seek(0)
        said = _words(self._errors.read().decode("utf-8", "replace"))
        return AssayError(f"{name} ended with {code}: {said}")


_SHARED: weakref.WeakValueDictionary[tuple[str, ...], _Evaluation] = (
    weakref.WeakValueDictionary()
)


def _left(deadline: Optional[float]) -> Optional[float]:
    return None if deadline is None else max(0.0, deadline - time.monotonic())


def _end(
    owner: int, process: subprocess.Popen[bytes], errors: Any, answers: _Answers
) -> None:
    """End the command; in a process that was forked from its owner, only let go of it."""
    assert process.stdin is not None and process.stdout is not None
    if os.getpid() == owner:
        # Its input may be kept open by children, so that its end says nothing.
        process.kill()
        process.wait()
        process.stdin.close()
        if threading.current_thread() is not answers.thread:
            answers.thread.join(timeout=1)
            if answers.thread.is_alive():
                return  # what the command has started keeps the pipe open; nobody waits for that
    else:
        process.returncode = 0  # not a child of this process, and not to be waited for
        process.stdin.close()
    process.stdout.close()
    errors.close()


def _after_fork() -> None:
    """In the child: every accountant forgets the parent's command, and locks held by threads."""
    global _SHARED_LOCK
    _SHARED_LOCK = threading.Lock()
    _SHARED.clear()
    for accountant in list(_ACCOUNTANTS):
        accountant._forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _main(words: Sequence[str]) -> None:
    """``python3 assay.py serve module:function [DIRECTORY ...]``."""
    if len(words) < 2 or words[0] != "serve" or ":" not in words[1]:
        raise SystemExit("usage: assay.py serve MODULE:FUNCTION [DIRECTORY ...]")
    answers = _own_output()  # before the file is read, which may print something
    try:
        function = _load(words[1], words[2:])
    except AssayError as error:
        raise SystemExit(str(error)) from None
    _answer_all(_as_mechanism(function), sys.stdin.buffer, answers)


if __name__ == "__main__":
    import assay  # the module that the served file imports, not a second copy of it

    assay._main(sys.argv[1:])
