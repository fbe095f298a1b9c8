"""Follows what ``random`` and ``numpy.random`` draw while a replay runs.

A draw is a number, or an array, that knows its origin. The value that it is added to is the true
value of a query, and the sum is what was released. What else is done with a draw is not followed.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import numbers
import operator
import random
import sys
from collections.abc import Iterator
from typing import Any, Callable, Optional
from unittest import mock

from assay_primitives import Call, Run, current, where

__all__ = ["Generator", "Noise", "watching"]


def _drawn(run: Run, name: str, kind: str, read: tuple[Any, Any], draw: Callable[[], Any]) -> Any:
    """A draw of a generator, which is the recorded one on the neighbour's data."""
    with run.silence():
        value = draw()
    mean, scale = read
    size = getattr(value, "size", 1)
    means = _values(_plain(mean), size) if isinstance(scale, numbers.Real) else None
    if means is None:
        kind, size = "raw", 0
    parameters = {"scale": float(scale)} if means is not None else {"of": name}
    call = Call(kind, where(), size, parameters, query=means, answer=value, declared=False)
    recorded = run.matched(call)
    if recorded is not None and (run.fresh is None or call.where in run.fresh):
        call.answer = recorded.answer
    return copy.deepcopy(call.answer) if means is None else tagged(call.answer, run, call, 1.0, 0)


def tagged(
    value: Any, run: Run, call: Call, factor: float, stage: int, pair: bool = False
) -> Any:
    """A draw that knows where it came from; of an array a copy, which the mechanism may change.

    :param pair: whether the value is the difference of two exponentials, or a sum with one
    """
    array = getattr(value, "shape", ()) != ()
    noise: Any = value.copy().view(_noise_array()) if array else Noise(value)
    noise.origin = (run, call, factor, stage, pair)
    if array:
        noise.content = value.tobytes()
    return noise


def _plain(value: Any) -> Any:
    if isinstance(value, Noise):
        return float(value)
    numpy = sys.modules.get("numpy")
    return value.view(numpy.ndarray) if numpy and isinstance(value, numpy.ndarray) else value


def _origin(value: Any) -> Any:
    """Where a value came from, unless entries changed, or a half of a pair is used on its own."""
    origin = getattr(value, "origin", None)
    if origin is None or (origin[1].paired and not origin[4]) or origin[1].absorbed:
        return None
    changed = getattr(value, "shape", ()) != () and value.content != value.tobytes()
    return None if changed else origin


def _combined(operation: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    """An operation of which one side at least is a draw, or a sum with one."""
    value = operation(_plain(left), _plain(right))
    # What already is a sum with noise counts as a plain value beside noise that is none yet.
    sides = [it for it in (left, right) if _origin(it)]
    fresh = [it for it in sides if it.origin[3] == 0]
    if not sides or not sides[0].origin[0].is_own():
        return value
    if len(sides) == 2 and operation is operator.sub and _pairs(left, right):
        run, call, factor, stage, _ = left.origin
        if stage == 0:
            return tagged(value, run, call, factor, 0, True)
        return _added(left, [0.0] * (call.size or 0), False, True, value)
    if len(sides) == 2 and len(fresh) != 1:
        return value
    noise = fresh[0] if fresh else sides[0]
    other = _plain(right if noise is left else left)
    run, call, factor, stage, pair = noise.origin
    if operation in (operator.add, operator.sub):
        subtracts = operation is operator.sub
        fits = getattr(value, "size", 1) == call.size
        values = _values(other, call.size) if fits else None
        return _added(noise, values, subtracts, noise is left, value)
    scaling = operation is operator.mul or (operation is operator.truediv and noise is left)
    if scaling and stage == 0 and isinstance(other, numbers.Real):
        return tagged(value, run, call, operation(factor, float(other)), 0, pair)
    return value


def _pairs(left: Any, right: Any) -> bool:
    """Whether a difference of exponentials, the first perhaps added already, is Laplace noise."""
    (_, first, factor, _, _), (_, second, other, stage, _) = left.origin, right.origin
    scales = [it.parameters.get("scale") for it in (first, second)]
    pairs = {first.kind, second.kind} == {"exponential"} and first is not second and stage == 0
    pairs = pairs and scales[0] == scales[1] and factor == other and first.size == second.size
    if pairs and not (first.paired or second.paired or second.additions):
        first.paired, second.absorbed, first.lone = True, True, len(first.additions)
        return True
    return False


def _values(other: Any, size: Optional[int]) -> Optional[list[float]]:
    """The numbers that are added to as many draws, or None."""
    if isinstance(other, numbers.Real):
        return [float(other)] * (size or 0)
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return None
    entries = numpy.asarray(other).ravel().tolist()
    return entries if len(entries) == size and size == sum(map(_is_real, entries)) else None


def _is_real(value: Any) -> bool:
    return isinstance(value, numbers.Real)


def _added(
    noise: Any, values: Optional[list[float]], subtracts: bool, is_left: bool, value: Any
) -> Any:
    """Notes what noise was added to; a replay gets the recorded sum, which is what was released."""
    run, call, factor, stage, _ = noise.origin
    if values is None:
        return value
    signed = [-it for it in values] if subtracts and is_left else values
    if subtracts and not is_left:
        factor = -factor
    if stage == 0:
        if not call.additions:
            call.parameters = {"scale": call.parameters["scale"], "factor": abs(factor)}
        signed = [it + factor * mean for it, mean in zip(signed, call.query or [])]
    place = len(call.additions)
    call.additions.append((stage, factor, signed))
    recorded = run.recorded[run.calls.index(call)] if run.recorded is not None else None
    if recorded is not None and recorded.lone <= place < len(recorded.sums):
        value = copy.deepcopy(recorded.sums[place])
    call.sums.append(value)
    return tagged(value, run, call, factor, stage + 1, call.paired)


def _operator(operation: Any, reflected: bool) -> Callable[[Any, Any], Any]:
    def method(self: Any, other: Any) -> Any:
        if not isinstance(other, numbers.Real) and not hasattr(other, "__array__"):
            return NotImplemented
        return _combined(operation, other, self) if reflected else _combined(operation, self, other)

    return method


class Noise(float):
    """A number that a generator drew, or a sum with one."""

    origin: Any = None

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """What NumPy does with a draw."""
        return _by_numpy(ufunc, method, inputs, **options)

    def __reduce__(self) -> Any:
        """A plain number, for copies and other processes."""
        return float, (float(self),)

    def __neg__(self) -> Any:
        """The draw times -1."""
        return _combined(operator.mul, self, -1)


for _name in ("add", "sub", "mul", "truediv"):
    _operation = getattr(operator, _name)
    setattr(Noise, f"__{_name}__", _operator(_operation, False))
    setattr(Noise, f"__r{_name}__", _operator(_operation, True))


_BY_NAME = {"add": "add", "subtract": "sub", "multiply": "mul", "divide": "truediv"}


def _by_numpy(ufunc: Any, method: str, inputs: Any, out: Any = None, **options: Any) -> Any:
    """The operation of a function of NumPy, with draws among its inputs."""
    name = _BY_NAME.get(ufunc.__name__)
    if method == "__call__" and name is not None and not options:
        value = _combined(getattr(operator, name), *inputs)
    else:
        value = getattr(ufunc, method)(*map(_plain, inputs), **options)
    if out is None:
        return value
    target = _plain(out[0])
    target[...] = _plain(value)
    return value if _origin(value) else target


@functools.lru_cache(maxsize=None)
def _noise_array() -> Any:
    import numpy

    class NoiseArray(numpy.ndarray):
        """An array that a generator drew, or a sum with one; parts of it are plain."""

        origin: Any = None
        content: bytes = b""

        def __array_finalize__(self, parent: Any) -> None:
            self.origin = None

        def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
            return _by_numpy(ufunc, method, inputs, **options)

    return NoiseArray


def _normal(loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> tuple[Any, Any]:
    return loc, scale


def _exponential(scale: Any = 1.0, size: Any = None) -> tuple[Any, Any]:
    return 0.0, scale


_NUMPY_NOISE = {
    "normal": ("gaussian", _normal),
    "laplace": ("laplace", _normal),
    "standard_normal": ("gaussian", lambda *_, **__: (0.0, 1.0)),
    "exponential": ("exponential", _exponential),
    "standard_exponential": ("exponential", lambda *_, **__: (0.0, 1.0)),
}
_NUMPY_RAW = (
    "random rand randn random_sample uniform randint integers choice permutation gumbel poisson"
    " binomial geometric logistic gamma beta bytes"
).split()
_RANDOM_NOISE = {
    "gauss": ("gaussian", lambda mu=0.0, sigma=1.0: (mu, sigma)),
    "normalvariate": ("gaussian", lambda mu=0.0, sigma=1.0: (mu, sigma)),
    "expovariate": ("exponential", lambda lambd=1.0: (0.0, 1 / lambd)),
}


def _watched(name: str, original: Any, noise: Any, method: bool) -> Any:
    """A function of a generator whose draws are noted."""
    kind, read = noise or ("raw", lambda *_, **__: (None, None))

    @functools.wraps(original)
    def watched(*arguments: Any, **keywords: Any) -> Any:
        run = current()
        draw = functools.partial(original, *arguments, **keywords)
        if run is None or run.quiet:
            return draw()
        own = arguments[1:] if method else arguments
        return _drawn(run, name, kind, read(*own, **keywords), draw)

    return watched


class Generator:
    """A generator of NumPy whose draws are noted."""

    def __init__(self, generator: Any) -> None:
        """Wrap a generator."""
        self._generator = generator

    def __getattr__(self, name: str) -> Any:
        """What the generator has of that name."""
        if name.startswith("__"):
            raise AttributeError(name)  # which a copy asks for before there is a generator
        found = getattr(self._generator, name)
        if name in _NUMPY_NOISE or name in _NUMPY_RAW:
            return _watched(f"numpy.random.{name}", found, _NUMPY_NOISE.get(name), False)
        return found


def followed(generator: Any) -> Any:
    """A generator whose draws are noted; one of Python's own is watched by its class."""
    return generator if isinstance(generator, random.Random) else Generator(generator)


@contextlib.contextmanager
def watching(known: dict[str, Any]) -> Iterator[None]:
    """Notes what ``random`` and ``numpy.random`` draw.

    :param known: the global names of the mechanism's file, which may hold functions of a generator
    """
    with contextlib.ExitStack() as undo:
        replaced: dict[int, Any] = {}

        def put(owner: Any, name: str, new: Any) -> None:
            replaced[id(getattr(owner, name))] = new
            undo.enter_context(mock.patch.object(owner, name, new))

        basic = ("random", "getrandbits")
        owners: list[tuple[Any, str]] = [(random.SystemRandom, name) for name in basic]
        owners += [(random.Random, name) for name in (*_RANDOM_NOISE, *basic)]
        for owner, name in owners:
            noise = _RANDOM_NOISE.get(name)
            put(owner, name, _watched(f"random.{name}", getattr(owner, name), noise, True))
        for name in (*_RANDOM_NOISE, *basic):
            put(random, name, getattr(random._inst, name))  # type: ignore[attr-defined]
        numpy = sys.modules.get("numpy")
        if numpy is not None:
            module = numpy.random
            for name in (*_NUMPY_NOISE, *_NUMPY_RAW):
                old, noise = getattr(module, name, None), _NUMPY_NOISE.get(name)
                if old is not None:
                    put(module, name, _watched(f"numpy.random.{name}", old, noise, False))
            make = module.default_rng

            def default_rng(seed: Any = None) -> Generator:
                return seed if isinstance(seed, Generator) else Generator(make(seed))

            put(module, "default_rng", default_rng)
        for name, value in list(known.items()):
            if id(value) in replaced:
                undo.callback(known.__setitem__, name, value)
                known[name] = replaced[id(value)]
        yield
