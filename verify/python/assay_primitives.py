"""Primitives that can be recorded and replayed, and generators of noise whose draws are followed.

``assay.primitives`` is this module. Each primitive takes the true value, how far a neighbour may
move that value, and the parameter of its noise. Outside of :func:`assay.replay` a primitive only
draws. The noise is made of doubles, whose lowest bits betray the data: it suits tests and audits.

While a replay runs, draws of ``random`` and ``numpy.random`` are followed as well. The value that
noise is added to is then the true value, and the sum is what was released.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import inspect
import json
import math
import numbers
import os
import pickle
import random
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Callable, Optional

import assay

__all__ = [
    "choice",
    "discrete_gaussian",
    "discrete_laplace",
    "exponential_mechanism",
    "gaussian",
    "laplace",
    "poisson_sample",
    "primitive",
    "uniform",
]

primitives = sys.modules[__name__]

NOISE = {
    "laplace": "scale",
    "gaussian": "sigma",
    "discrete_laplace": "scale",
    "discrete_gaussian": "sigma",
    "exponential_mechanism": "epsilon",
}
"""The parameter of the noise of each kind."""

_SYSTEM = random.SystemRandom()
_LIBRARY = os.path.dirname(random.__file__)
_BESIDE = functools.partial(os.path.join, os.path.dirname(os.path.abspath(__file__)))
_OWN = {
    os.path.abspath(assay.__file__),
    *map(_BESIDE, ("assay_primitives.py", "assay_follow.py", "assay_replay.py")),
}


@dataclass
class Call:
    """What a primitive or a generator was given, and what it answered."""

    kind: str
    where: str
    size: Optional[int] = None
    parameters: dict[str, Any] = field(default_factory=dict)
    sensitivity: float = 0.0
    query: Optional[list[Any]] = None
    answer: Any = None
    declared: bool = True
    """Whether a primitive was called; otherwise a generator drew."""
    paired: bool = False
    """Whether an exponential became Laplace noise, by another one that was subtracted."""
    lone: int = 0
    """How many additions came before the pair was made: their sums have one-sided noise."""
    absorbed: bool = False
    """Whether an exponential is the one that was subtracted."""
    equal_samples: bool = False
    """Whether the sample has the same records as the recorded one."""
    strangers: tuple[int, int] = (0, 0)
    """Records of a sampled list that only the recording had, and that only the replay had."""
    additions: list[tuple[int, float, list[float]]] = field(default_factory=list)
    """What was added: the number of additions before, the factor of the noise, and the values."""
    sums: list[Any] = field(default_factory=list)
    """What the additions made."""

    def words(self) -> str:
        """The kind in words."""
        return self.kind.replace("_", " ")


class Diverged(BaseException):
    """A replay made another call than the recording; no ``except Exception`` may try again."""


class Run:
    """One run of a mechanism: it records calls, or answers them as another run recorded them."""

    def __init__(
        self,
        rng: random.Random,
        recorded: Optional[Sequence[Call]] = None,
        *,
        coins: Optional[float] = None,
        fresh: Optional[set[str]] = None,
    ) -> None:
        """Choose how to answer.

        :param coins: the probability of coins of samples, if not the declared one
        :param fresh: draws anew what generators draw, except at these lines
        """
        self.rng = rng
        self.recorded = recorded
        self.coins = coins
        self.fresh = fresh
        self.calls: list[Call] = []
        self.difference: Optional[tuple[str, str, str]] = None
        self.foreign: Optional[str] = None
        self.quiet = False
        self._owner = (os.getpid(), threading.get_ident())

    def is_own(self) -> bool:
        """Whether the caller belongs to this run: no forked process does, nor another thread."""
        caller = (os.getpid(), threading.get_ident())
        if caller != self._owner:
            self.foreign = where()
        return caller == self._owner

    def matched(self, call: Call) -> Optional[Call]:
        """Notes a call; what was recorded in its place, or None while recording."""
        place = len(self.calls)
        self.calls.append(call)
        if self.recorded is None:
            return None
        if self.difference is None:
            if place >= len(self.recorded):
                self._differ("control flow", call, f"{call.words()} was not in the recording")
            elif self.recorded[place].kind != call.kind:
                other = self.recorded[place]
                said = f"{call.words()} stands where {other.words()} of {other.where} was recorded"
                self._differ("control flow", call, said)
            elif self.recorded[place].size != call.size:
                said = f"{call.words()} has {self.recorded[place].size} entries, then {call.size}"
                self._differ("shape", call, said)
        if self.difference is not None:
            self.calls.pop()
            raise Diverged
        return self.recorded[place]

    def _differ(self, kind: str, call: Call, text: str) -> None:
        self.difference = (kind, call.where, text)

    @contextlib.contextmanager
    def silence(self) -> Iterator[None]:
        """What generators draw inside belongs to a primitive."""
        before, self.quiet = self.quiet, True
        try:
            yield
        finally:
            self.quiet = before


_current: Optional[Run] = None


@contextlib.contextmanager
def running(run: Run) -> Iterator[None]:
    """Everything inside belongs to this run."""
    global _current
    if _current is not None:
        raise RuntimeError("a replay was started inside another one")
    _current = run
    try:
        yield
    finally:
        _current = None


def current() -> Optional[Run]:
    return _current if _current is not None and _current.is_own() else None


def where() -> str:
    """The file and line of the user's code."""
    frame = sys._getframe(1)
    while frame.f_back is not None and _is_skipped(frame.f_code.co_filename):
        frame = frame.f_back
    return place_of(frame.f_code.co_filename, frame.f_lineno)


@functools.lru_cache(maxsize=None)
def _is_skipped(file: str) -> bool:
    """Whether a file is one of Assay's or of Python's library."""
    library = file.startswith(_LIBRARY) and "site-packages" not in file
    return library or os.path.abspath(file) in _OWN


@functools.lru_cache(maxsize=4096)
def place_of(file: str, line: int) -> str:
    """A file, relative to the working directory if it lies below, and a line."""
    near = os.path.relpath(file) if os.path.isabs(file) and os.name == "posix" else file
    return f"{file if near.startswith('..') else near}:{line}"


# Primitives


def _require(kind: str, sensitivity: Any, noise: Any) -> tuple[float, float]:
    """The sensitivity and the parameter of the noise, if they are in range."""
    moved, scale = float(sensitivity), float(noise)
    if not 0 < scale < math.inf:
        raise ValueError(f"{NOISE.get(kind)} was {noise!r}: it must be above 0 and finite")
    if not 0 <= moved < math.inf:
        raise ValueError(f"sensitivity was {sensitivity!r}: it must be at least 0 and finite")
    if kind.startswith("discrete") and moved != moved // 1:
        raise ValueError(f"sensitivity was {sensitivity!r}: of discrete noise it must be whole")
    return moved, scale


def _vector(value: Any, whole: bool) -> tuple[list[Any], Callable[[list[Any]], Any]]:
    """The numbers of a value, and what makes the same shape of others."""
    if hasattr(value, "__array__") and getattr(value, "shape", ()) != ():
        numpy = sys.modules["numpy"]
        array = numpy.asarray(value)
        entries = _numbers(array.ravel().tolist(), whole)
        return entries, lambda made: numpy.array(made).reshape(array.shape)
    if isinstance(value, (list, tuple)):
        return _numbers(value, whole), list
    return _numbers([value], whole), lambda made: made[0]


def _numbers(values: Sequence[Any], whole: bool) -> list[Any]:
    made: list[Any] = []
    for value in values:
        number = value.item() if hasattr(value, "item") else value
        if not isinstance(number, numbers.Real):
            raise TypeError(f"a value was {value!r}: it must be a number")
        if whole and number != number // 1:
            raise TypeError(f"a value was {value!r}: discrete noise needs whole numbers")
        rounded = float(number)  # which refuses whole numbers beyond the range of doubles
        made.append(int(number) if whole or isinstance(number, int) else rounded)
    return made


def _noisy(
    kind: str, value: Any, sensitivity: Any, noise: Any, draw: Callable[[float, Any], Any]
) -> Any:
    """A value with noise on each of its numbers."""
    values, shaped = _vector(value, kind.startswith("discrete"))

    def make(rng: random.Random) -> Any:
        scale = float(noise)
        return shaped([number + draw(scale, rng) for number in values])

    return _answered(kind, values, sensitivity, noise, make)


def _answered(
    kind: str, query: list[Any], sensitivity: Any, noise: Any, make: Callable[[random.Random], Any]
) -> Any:
    """What a primitive answers, which is made anew unless a replay knows it."""
    run = current()
    if run is None or run.quiet:
        _require(kind, sensitivity, noise)
        return make(_SYSTEM if run is None else run.rng)
    parameters = {NOISE.get(kind, kind): float(noise)}
    call = Call(kind, where(), len(query), parameters, float(sensitivity), query)
    recorded = run.matched(call)
    _require(kind, sensitivity, noise)
    if recorded is None:
        with run.silence():
            call.answer = make(run.rng)
    else:
        call.answer = recorded.answer
    return copy.deepcopy(call.answer)


def _laplace(scale: float, rng: random.Random) -> float:
    return scale * (math.log1p(-rng.random()) - math.log1p(-rng.random()))


def _geometric(scale: float, rng: random.Random) -> int:
    return math.floor(-math.log1p(-rng.random()) * scale)


def _discrete_laplace(scale: float, rng: random.Random) -> int:
    return _geometric(scale, rng) - _geometric(scale, rng)


def _discrete_gaussian(sigma: float, rng: random.Random) -> int:
    """Draws as [@CanonneKamathSteinke2020], Algorithm 3, with doubles for probabilities."""
    scale = math.floor(sigma) + 1
    while True:
        noise = _discrete_laplace(scale, rng)
        excess = abs(noise) - sigma**2 / scale
        if rng.random() < math.exp(-(excess**2) / (2 * sigma**2)):
            return noise


def laplace(value: Any, sensitivity: float, scale: float) -> Any:
    """A number, list or array with Laplace noise on each entry.

    :param value: the true value
    :param sensitivity: most that a neighbour moves the value in the 1-norm; 0 for a public value
    :param scale: the scale of the noise, in the unit of the value, above 0
    """
    return _noisy("laplace", value, sensitivity, scale, _laplace)


def gaussian(value: Any, sensitivity: float, sigma: float) -> Any:
    """A number, list or array with Gaussian noise on each entry.

    :param value: the true value
    :param sensitivity: most that a neighbour moves the value in the Euclidean norm
    :param sigma: the standard deviation of the noise, in the unit of the value, above 0
    """
    return _noisy("gaussian", value, sensitivity, sigma, lambda s, rng: s * rng.gauss(0, 1))


def discrete_laplace(value: Any, sensitivity: int, scale: float) -> Any:
    """Whole numbers with discrete Laplace noise, whose law is proportional to exp(-abs(x)/scale).

    :param sensitivity: most that a neighbour moves the value in the 1-norm, whole
    :param scale: above 0
    """
    return _noisy("discrete_laplace", value, sensitivity, scale, _discrete_laplace)


def discrete_gaussian(value: Any, sensitivity: int, sigma: float) -> Any:
    """Whole numbers with discrete Gaussian noise, whose law is proportional to exp(-x²/2σ²).

    :param sensitivity: most that a neighbour moves the value in the 1-norm, whole
    :param sigma: above 0
    """
    return _noisy("discrete_gaussian", value, sensitivity, sigma, _discrete_gaussian)


def exponential_mechanism(utilities: Iterable[float], sensitivity: float, epsilon: float) -> int:
    """The index of a candidate, with probability proportional to exp(ε utility / 2 sensitivity).

    :param utilities: the true utility of each candidate
    :param sensitivity: most that a neighbour moves one utility; 0 for public utilities
    :param epsilon: what the selection costs, above 0
    """
    values, _ = _vector(list(utilities), False)

    def make(rng: random.Random) -> int:
        rate = float(epsilon) / (2 * float(sensitivity)) if sensitivity > 0 else 0.0
        if not values or not all(map(math.isfinite, values)):
            raise ValueError(f"utilities were {values!r}: one or more finite numbers are needed")
        best = max(values)
        weights = [math.exp(rate * (value - best)) for value in values]
        return rng.choices(range(len(values)), weights)[0]

    return int(_answered("exponential_mechanism", values, sensitivity, epsilon, make))


def choice(
    candidates: Sequence[Any], utilities: Iterable[float], sensitivity: float, epsilon: float
) -> Any:
    """A candidate by the exponential mechanism; the list of candidates must be public."""
    utilities = list(utilities)
    if len(candidates) != len(utilities):
        raise ValueError(f"{len(candidates)} candidates have {len(utilities)} utilities")
    return candidates[exponential_mechanism(utilities, sensitivity, epsilon)]


def uniform() -> float:
    """A number in [0, 1) that does not depend on the data and protects nothing."""
    return float(_answered("uniform", [], 0, 1, lambda rng: rng.random()))


class Sample(list[Any]):
    """The records of a Poisson sample; what runs in a ``with`` block is priced as sampled."""

    _call: Optional[Call] = None

    def __enter__(self) -> Sample:
        """Start what runs on the sample alone.

        :raises ValueError: if another block ran on the sample, whose coins would be used twice
        """
        run, of = current(), self._call
        if run is not None and of is not None:
            begun = [it for it in run.calls if it.kind == "sample begins"]
            if any(it.parameters is of.parameters for it in begun):
                raise ValueError(
                    f"the sample of {of.where} was entered twice: what runs on one sample belongs"
                    " into one with block, because its coins are priced once"
                )
        self._mark("sample begins")
        return self

    def __exit__(self, *problem: object) -> None:
        """End what runs on the sample."""
        if not isinstance(problem[1], Diverged):
            self._mark("sample ends")

    def _mark(self, kind: str) -> None:
        run, of = current(), self._call
        if run is not None and of is not None:
            mark = Call(kind, of.where, parameters=of.parameters)
            mark.equal_samples = of.equal_samples
            run.matched(mark)


def poisson_sample(records: Iterable[Any], probability: float) -> Sample:
    """A secret sample, which each record joins independently.

    :param records: the whole list of records, one for each unit of privacy
    :param probability: in [0, 1]
    """
    if not 0 <= probability <= 1:
        raise ValueError(f"probability was {probability!r}: it must be in [0, 1]")
    records, run = list(records), current()
    if run is None or run.quiet:
        rng = _SYSTEM if run is None else run.rng
        return Sample(record for record in records if rng.random() < probability)
    call = Call("poisson_sample", where(), parameters={"probability": float(probability)})
    recorded, keys = run.matched(call), list(map(key_of, records))
    if recorded is None:
        heads = probability if run.coins is None or probability in (0, 1) else run.coins
        with run.silence():
            coins = [run.rng.random() < heads for _ in records]
    else:
        coins, call.strangers = _coupled(keys, recorded.answer, probability > 0)
    call.answer = list(zip(keys, coins))
    chosen = sorted(key for key, coin in call.answer if coin)
    if recorded is not None:
        call.equal_samples = chosen == sorted(key for key, coin in recorded.answer if coin)
    sample = Sample(record for record, coin in zip(records, coins) if coin)
    sample._call = call
    return sample


def _coupled(
    keys: list[bytes], recorded: list[tuple[bytes, bool]], joins: bool
) -> tuple[list[bool], tuple[int, int]]:
    """Equal records share a coin, as a record and its replacement do; another record joins."""
    known: dict[bytes, list[bool]] = {}
    for key, coin in recorded:
        known.setdefault(key, []).append(coin)
    coins = [known[key].pop(0) if known.get(key) else None for key in keys]
    left = [coin for rest in known.values() for coin in rest]
    strangers = (len(left), coins.count(None))
    return [(left.pop(0) if left else joins) if it is None else it for it in coins], strangers


def key_of(record: Any) -> bytes:
    """What equal records have in common."""
    try:
        return json.dumps(assay._plain(record)).encode()
    except TypeError:
        return pickle.dumps(record)


def primitive(kind: str, *, input: Any, sensitivity: Any, **noise: Any) -> Callable[..., Any]:
    """Declare that a function is a primitive: a decorator.

    Each of ``input``, ``sensitivity`` and the noise is the name of an argument, a number, or a
    function of the mapping of arguments. The noise is named as in this module: ``scale`` of
    ``"laplace"`` and ``"discrete_laplace"``, ``sigma`` of ``"gaussian"`` and
    ``"discrete_gaussian"``, ``epsilon`` of ``"exponential_mechanism"``, whose function returns the
    index of a candidate or the candidate itself. The law of the noise is taken on trust.
    """
    if kind not in NOISE:
        raise ValueError(f"kind was {kind!r}: it must be one of {', '.join(NOISE)}")
    name = NOISE[kind]
    if list(noise) != [name]:
        raise TypeError(f"{kind} needs {name}=, and was given {', '.join(noise) or 'nothing'}")

    def declared(function: Callable[..., Any]) -> Callable[..., Any]:
        signature = inspect.signature(function)
        for what in (input, sensitivity, noise[name]):
            if isinstance(what, str) and what not in signature.parameters:
                raise ValueError(f"{function.__name__} has no argument {what}")

        @functools.wraps(function)
        def called(*arguments: Any, **keywords: Any) -> Any:
            if current() is None:
                return function(*arguments, **keywords)
            bound = signature.bind(*arguments, **keywords)
            bound.apply_defaults()
            given = bound.arguments
            value, moved, scale = (
                given[it] if isinstance(it, str) else it(given) if callable(it) else it
                for it in (input, sensitivity, noise[name])
            )
            query, _ = _vector(value, kind.startswith("discrete"))
            return _answered(kind, query, moved, scale, lambda _: function(*arguments, **keywords))

        return called

    return declared
