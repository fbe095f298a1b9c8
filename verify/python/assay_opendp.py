"""Serialized measurements of OpenDP as events of Assay; ``assay.Event.from_opendp`` calls this.

OpenDP writes the constructors that made a measurement, with their arguments. Here they are followed
again: a distance between neighbours through the transformations, and what the noise costs at the
distance that comes out. OpenDP is not needed.
"""

from __future__ import annotations

import dataclasses
import fractions
import json
import math
from collections.abc import Mapping
from typing import Any, Optional

import assay
from assay_events import _AMOUNT, _COUNT, _PROBABILITY, _Rule

# Versions whose constructors are followed here; others may mean other things by the same names.
_VERSIONS = ("0.12.", "0.13.", "0.14.", "0.15.")

# Types of whole numbers in Rust, and Python's name; others are priced as floating-point numbers.
_WHOLE = ("int", *(f"{sign}{bits}" for sign in "iu" for bits in (8, 16, 32, 64, 128, "size")))
_COUNTED = ("symmetric_distance", "insert_delete_distance")


@dataclasses.dataclass(frozen=True)
class _Space:
    """A domain and its metric: of one number or of many, and whether their count is public."""

    metric: str = ""
    atom: Optional[str] = None
    bounds: Optional[tuple[Any, Any]] = None
    many: bool = False
    sized: bool = False


def _call(value: Any) -> tuple[str, dict[str, Any]]:
    """The constructor of an object of OpenDP, or of its serialized form, and the arguments."""
    value = getattr(value, "__opendp_dict__", value)
    if not isinstance(value, Mapping) or "__function__" not in value:
        raise assay.Refusal(f"{value!r} is nothing that OpenDP serialized")
    version = value.get("__version__")  # objects have none, only what they are written as
    if version is not None and not str(version).startswith(_VERSIONS):
        known = ", ".join(it + "x" for it in _VERSIONS)
        raise assay.Refusal(f"OpenDP's version {version!r} is not known here; known are {known}")
    return value["__function__"], dict(value.get("__kwargs__", {}))


def _named(reader: Any, value: Any, *more: Any) -> Any:
    """What a reader's method of the constructor's name makes of it."""
    name, arguments = _call(value)
    method = getattr(reader, name, None)
    if name.startswith("_") or method is None:
        known = ", ".join(sorted(it for it in dir(reader) if not it.startswith("_")))
        raise assay.Refusal(f"OpenDP's {name} has no counterpart here; known are {known}")
    try:
        return method(*more, **arguments)
    except TypeError as problem:
        raise assay.Refusal(f"OpenDP's {name} has the arguments {[*arguments]}: {problem}") from None


class _Spaces:
    """Domains and metrics, each as the part of a space that it says."""

    def atom_domain(self, bounds: Any = None, nan: Any = None, T: Any = None) -> _Space:
        pair = bounds.get("__tuple__") if isinstance(bounds, Mapping) else bounds
        if pair is not None:
            if not isinstance(pair, (list, tuple)) or len(pair) != 2:
                raise assay.Refusal(f"a domain of OpenDP has bounds {pair!r}: they must be two")
            lower = _Rule(least=-_AMOUNT.most).checked("a domain of OpenDP", "lower bound", pair[0])
            _Rule(least=lower).checked("a domain of OpenDP", "upper bound", pair[1])
        if T is None and pair:
            T = "float" if any(isinstance(end, float) for end in pair) else "int"
        return _Space(atom=T, bounds=tuple(pair) if pair else None)

    def vector_domain(self, atom_domain: Any, size: Any = None) -> _Space:
        inner = _named(self, atom_domain)
        if size is not None:
            _COUNT.checked("a domain of OpenDP", "size", size)
        return dataclasses.replace(inner, many=True, sized=size is not None)

    def symmetric_distance(self) -> _Space:
        return _Space("symmetric_distance")

    def insert_delete_distance(self) -> _Space:
        return _Space("insert_delete_distance")

    def change_one_distance(self) -> _Space:
        return _Space("change_one_distance")

    def hamming_distance(self) -> _Space:
        return _Space("hamming_distance")

    def discrete_distance(self) -> _Space:
        return _Space("discrete_distance")

    def absolute_distance(self, T: Any = None) -> _Space:
        return _Space("absolute_distance")

    def l1_distance(self, T: Any = None) -> _Space:
        return _Space("l1_distance")

    def l2_distance(self, T: Any = None) -> _Space:
        return _Space("l2_distance")

    def transformation_output_domain(self, this: Any) -> _Space:
        return _named(_Transformations(), this)[1]

    def transformation_output_metric(self, this: Any) -> _Space:
        return _named(_Transformations(), this)[1]

    def transformation_input_domain(self, this: Any) -> _Space:
        return _named(_Transformations(), this)[0]

    def transformation_input_metric(self, this: Any) -> _Space:
        return _named(_Transformations(), this)[0]


def _space(domain: Any, metric: Any) -> _Space:
    spaces = _Spaces()
    return dataclasses.replace(_named(spaces, domain), metric=_named(spaces, metric).metric)


class _Transformations:
    """Each as its input space, its output space, and what becomes of a distance."""

    def make_chain_tt(self, transformation1: Any, transformation0: Any) -> Any:
        start, _, first = _named(self, transformation0)
        _, end, second = _named(self, transformation1)
        return start, end, lambda distance: second(first(distance))

    def _rows(self, input_domain: Any, input_metric: Any, **changes: Any) -> Any:
        """What is done to each record keeps distances."""
        space = _space(input_domain, input_metric)
        return space, dataclasses.replace(space, **changes), lambda distance: distance

    def make_identity(self, domain: Any, metric: Any) -> Any:
        return self._rows(domain, metric)

    def make_clamp(self, input_domain: Any, input_metric: Any, bounds: Any) -> Any:
        own = _Spaces().atom_domain(bounds).bounds
        return self._rows(input_domain, input_metric, bounds=own)

    def make_cast_default(self, input_domain: Any, input_metric: Any, TOA: Any) -> Any:
        return self._rows(input_domain, input_metric, atom=TOA, bounds=None)

    def make_impute_constant(self, input_domain: Any, input_metric: Any, constant: Any) -> Any:
        # The constant need not be in the bounds.
        return self._rows(input_domain, input_metric, bounds=None)

    def _aggregate(self, space: _Space, atom: Any, stretch: Any) -> Any:
        if space.metric not in _COUNTED:
            raise assay.Refusal(f"an aggregate of data under {space.metric} has no counterpart here")
        return space, _Space("absolute_distance", atom), stretch

    def make_count(self, input_domain: Any, input_metric: Any, TO: Any = "int") -> Any:
        return self._aggregate(_space(input_domain, input_metric), TO, lambda distance: distance)

    def make_count_distinct(self, input_domain: Any, input_metric: Any, TO: Any = "int") -> Any:
        return self.make_count(input_domain, input_metric, TO)

    def make_sum(self, input_domain: Any, input_metric: Any) -> Any:
        space = _space(input_domain, input_metric)
        if space.bounds is None:
            raise assay.Refusal("OpenDP's make_sum has no bounds")
        if space.atom not in _WHOLE:
            raise assay.Refusal(
                f"OpenDP's make_sum adds numbers of type {space.atom}: known are whole ones, as what"
                " the rounding of floating-point numbers adds to the sensitivity is not in what it"
                " serializes"
            )
        lower, upper = space.bounds
        if space.sized:
            return self._aggregate(space, space.atom, lambda d: d // 2 * (upper - lower))
        return self._aggregate(space, space.atom, lambda d: d * max(abs(lower), abs(upper)))


def _ratio(distance: Any, scale: Any) -> fractions.Fraction:
    """Exact, as each is a whole number or a binary fraction."""
    return fractions.Fraction(float(distance) if distance != int(distance) else int(distance)) / (
        fractions.Fraction(float(scale))
    )


def _above(cost: fractions.Fraction) -> float:
    """The double after the nearest one: rounding on a lattice adds less than that."""
    return math.nextafter(float(cost), math.inf)


class _Measurements:
    """Each as an event, at a distance of its input."""

    def __init__(self, adjacency: str) -> None:
        self.adjacency = adjacency

    def _own(self, kind: str, **keys: Any) -> dict[str, Any]:
        return {kind: {**keys, "adjacency": self.adjacency}}

    def _start(self, space: _Space, distance: Any) -> None:
        """Whether neighbours of the relation are what OpenDP calls this far apart."""
        if space.metric in _COUNTED:
            exchanged = self.adjacency == "replace-one"
            if space.sized and not exchanged:
                raise assay.Refusal("data of a public size differ in records that are replaced")
            if exchanged and (distance < 2 or distance % 2):
                raise assay.Refusal(
                    f"distance was {distance}: a replaced record has {space.metric} 2, so it must be"
                    " even under replace-one"
                )

    def _noise(self, domain: Any, metric: Any, distance: Any, scale: float, started: bool) -> _Space:
        space = _space(domain, metric)
        if not started:
            self._start(space, distance)
        _AMOUNT.checked("OpenDP's noise", "scale", scale)
        return space

    def make_chain_mt(
        self, distance: Any, started: bool, measurement1: Any, transformation0: Any
    ) -> dict[str, Any]:
        space, _, stretch = _named(_Transformations(), transformation0)
        if not started:
            self._start(space, distance)
        return _named(self, measurement1, stretch(distance), True)

    def make_chain_pm(
        self, distance: Any, started: bool, postprocess1: Any, measurement0: Any
    ) -> dict[str, Any]:
        return _named(self, measurement0, distance, started)

    def make_composition(self, distance: Any, started: bool, measurements: Any) -> dict[str, Any]:
        return {"sequence": [_named(self, it, distance, started) for it in measurements]}

    make_basic_composition = make_composition

    def make_pureDP_to_zCDP(
        self, distance: Any, started: bool, measurement: Any
    ) -> dict[str, Any]:
        """Another measure of the same noise."""
        return _named(self, measurement, distance, started)

    make_zCDP_to_approxDP = make_approximate = make_pureDP_to_zCDP

    def make_fix_delta(
        self, distance: Any, started: bool, measurement: Any, delta: Any
    ) -> dict[str, Any]:
        return _named(self, measurement, distance, started)

    def make_laplace(
        self,
        distance: Any,
        started: bool,
        input_domain: Any,
        input_metric: Any,
        scale: float,
        k: Any = None,
        MO: Any = None,
    ) -> dict[str, Any]:
        space = self._noise(input_domain, input_metric, distance, scale, started)
        if k is not None:
            raise assay.Refusal("OpenDP's make_laplace has a granularity k, which rounds its input")
        if space.metric not in ("absolute_distance", "l1_distance"):
            raise assay.Refusal(f"OpenDP's make_laplace has {space.metric}")
        if distance == 0:
            return self._own("no-op")
        if scale == 0:
            return self._own("non-private")
        if space.many or space.atom not in _WHOLE or distance != int(distance):
            # Laplace noise on a lattice, or on several numbers: of pure epsilon, rounded up.
            return self._own("pure", epsilon=_above(_ratio(distance, scale)))
        return self._own("discrete-laplace", scale=scale, sensitivity=int(distance))

    def make_geometric(
        self,
        distance: Any,
        started: bool,
        input_domain: Any,
        input_metric: Any,
        scale: float,
        bounds: Any = None,
        MO: Any = None,
    ) -> dict[str, Any]:
        if bounds is not None:
            raise assay.Refusal("OpenDP's make_geometric has bounds, which truncate its noise")
        return self.make_laplace(distance, started, input_domain, input_metric, scale)

    def make_gaussian(
        self,
        distance: Any,
        started: bool,
        input_domain: Any,
        input_metric: Any,
        scale: float,
        k: Any = None,
        MO: Any = None,
    ) -> dict[str, Any]:
        space = self._noise(input_domain, input_metric, distance, scale, started)
        if k is not None:
            raise assay.Refusal("OpenDP's make_gaussian has a granularity k, which rounds its input")
        if space.metric not in ("absolute_distance", "l2_distance"):
            raise assay.Refusal(f"OpenDP's make_gaussian has {space.metric}")
        if distance == 0:
            return self._own("no-op")
        if scale == 0:
            return self._own("non-private")
        if space.many or space.atom not in _WHOLE or distance != int(distance):
            # Canonne, Kamath and Steinke, 2020, Proposition 5.
            return self._own("zcdp", rho=_above(_ratio(distance, scale) ** 2 / 2))
        return self._own("discrete-gaussian", sigma=scale, sensitivity=int(distance))

    def _answers(self, distance: Any, started: bool, truth: float, answers: int) -> dict[str, Any]:
        if not started:
            self._start(_Space("discrete_distance"), distance)
        if self.adjacency == "add-remove":
            raise assay.Refusal(
                "randomized response answers for a record that is there: ask under"
                " adjacency='replace-one' or 'zero-out'"
            )
        _PROBABILITY.checked("OpenDP's randomized response", "prob", truth)
        return self._own("randomized-response", truth_probability=truth, answers=answers)

    def make_randomized_response_bool(
        self, distance: Any, started: bool, prob: float, constant_time: Any = False
    ) -> dict[str, Any]:
        return self._answers(distance, started, prob, 2)

    def make_randomized_response(
        self,
        distance: Any,
        started: bool,
        categories: Any,
        prob: float,
        constant_time: Any = False,
        T: Any = None,
    ) -> dict[str, Any]:
        return self._answers(distance, started, prob, len(categories))


def from_opendp(measurement: Any, adjacency: str, *, distance: Any) -> assay.Event:
    """A measurement, or what ``opendp.prelude.serialize`` makes of one, as a text or a mapping.

    :param adjacency: the relation whose neighbours are so far apart
    :param distance: how far apart neighbours are: what OpenDP's ``measurement.map(d_in)`` takes
    :raises assay.Refusal: for a constructor that has no counterpart, which it names
    """
    if adjacency not in ("add-remove", "replace-one", "zero-out"):
        raise ValueError(
            f"adjacency was {adjacency!r}: it must be add-remove, replace-one or zero-out"
        )
    _AMOUNT.checked("the call", "distance", distance)
    if isinstance(measurement, (str, bytes)):
        measurement = json.loads(measurement)
    return assay.Event(_named(_Measurements(adjacency), measurement, distance, False))
