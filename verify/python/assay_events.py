"""Descriptions that other libraries have of a computation, as events of Assay, and back.

``assay.Event.from_dp_accounting``, ``from_opacus`` and ``from_flower`` are the ways to call this,
and ``assay.OpacusAccountant`` an accountant for Opacus. None of these libraries is needed: what is read
are names of classes and their fields.
"""

from __future__ import annotations

import copy
import dataclasses
import fractions
import inspect
import math
import numbers
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Callable, NamedTuple, Optional, Union

import assay

try:
    from opacus.accountants.accountant import IAccountant
except ImportError:
    IAccountant = object


class _Rule(NamedTuple):
    """What a number must be; an infinity is no number."""

    least: float = 0
    most: float = sys.float_info.max
    above: bool = False
    whole: bool = False

    def __str__(self) -> str:
        start = "above" if self.above else "at least"
        ends = "finite" if self.most == sys.float_info.max else f"at most {self.most}"
        return f"a {'whole ' if self.whole else ''}number {start} {self.least} and {ends}"

    def checked(self, holder: str, field: str, value: Any) -> Any:
        """The value, whole numbers as ``int``.

        :raises assay.Refusal: by the names of the holder and its field
        """
        is_number = isinstance(value, numbers.Real) and not isinstance(value, bool)
        if is_number and hasattr(value, "item"):
            value = value.item()  # NumPy rounds what it is compared with
        if not (
            is_number
            and self.least <= value <= self.most
            and not (self.above and value == self.least)
            and not (self.whole and value != int(value))
        ):
            raise assay.Refusal(f"{holder} has {field} {value!r}: it must be {self}")
        return int(value) if self.whole else value


_AMOUNT, _POSITIVE = _Rule(), _Rule(above=True)
_PROBABILITY = _Rule(most=1)
_COUNT, _SIZE = _Rule(whole=True), _Rule(least=1, whole=True)

# The fields of dp_accounting's events that are numbers, or lists of these.
_FIELDS = {
    "noise_multiplier": _AMOUNT,
    "sigma": _AMOUNT,
    "standard_deviation": _POSITIVE,
    "noise_parameter": _POSITIVE,
    "sensitivity": _POSITIVE,
    "sensitivities": _AMOUNT,
    "dimension": _SIZE,
    "num_buckets": _SIZE,
    "epsilon": _AMOUNT,
    "delta": _PROBABILITY,
    "rho": _AMOUNT,
    "xi": _AMOUNT,
    "sampling_probability": _PROBABILITY,
    "sampling_probs": _PROBABILITY,
    "count": _COUNT,
    "source_dataset_size": _SIZE,
    "sample_size": _SIZE,
    "dataset_size": _SIZE,
    "truncated_batch_size": _SIZE,
    "mean": _POSITIVE,
    "shape": _Rule(least=-1, above=True),
    "step_counts": _SIZE,
}

# Numbers whose rule is that of their event, and what else may stand in the place of a number.
_OWN_FIELDS = {
    ("RandomizedResponseDpEvent", "noise_parameter"): _PROBABILITY,
    ("DiscreteLaplaceDpEvent", "sensitivity"): _SIZE,
}
_OTHERWISE = {"dimension": None, "shape": math.inf}


def _checked_field(name: str, field: str, value: Any) -> Any:
    """A field of an event, after a look at its numbers."""
    rule = _OWN_FIELDS.get((name, field), _FIELDS.get(field))
    if rule is None or (field in _OTHERWISE and value == _OTHERWISE[field]):
        return value
    is_list = field in ("sensitivities", "sampling_probs")
    if not is_list and not (field == "step_counts" and isinstance(value, (list, tuple))):
        return rule.checked(name, field, value)
    if not isinstance(value, (list, tuple)) or not value:
        raise assay.Refusal(f"{name} has {field} {value!r}: it must be a list of numbers")
    return [rule.checked(name, field, it) for it in value]


# Names of dp_accounting's relations.
_RELATIONS = {
    "ADD_OR_REMOVE_ONE": "add-remove",
    "REPLACE_ONE": "replace-one",
    "REPLACE_SPECIAL": "zero-out",
}


def _fields(value: Any) -> tuple[str, dict[str, Any]]:
    """The class and the fields of an event: an object, its named tuple, or a mapping of these."""
    if isinstance(value, Mapping):
        entries = dict(value)
    elif hasattr(value, "_asdict"):
        entries = value._asdict()
    elif dataclasses.is_dataclass(value):
        entries = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    elif hasattr(type(value), "__attrs_attrs__"):
        names = [field.name for field in type(value).__attrs_attrs__]
        entries = {name: getattr(value, name) for name in names}
    else:
        hint = ": read JSON by json.loads" if isinstance(value, (str, bytes)) else ""
        raise assay.Refusal(f"{value!r} is no event of dp_accounting{hint}")
    name = entries.pop("class_name", type(value).__name__)
    entries.pop("module_name", None)
    return name.decode() if isinstance(name, bytes) else str(name), entries


# Sums of vectors of bounded norm, with noise.
_SUMS = ("GaussianDpEvent", "LaplaceDpEvent", "DiscreteLaplaceDpEvent")


class _Reader:
    """Reads events under one relation.

    dp_accounting's sums have vectors of norm at most C and noise multiplier s / C. A record that is
    replaced moves such a sum by up to 2 C, so that sums have sensitivity 2 under replace-one.
    """

    def __init__(self, adjacency: str) -> None:
        self.adjacency = adjacency
        self.distance = 2 if adjacency == "replace-one" else 1

    def read(self, value: Any) -> dict[str, Any]:
        name, fields = _fields(value)
        kind = name.removesuffix("DpEvent")
        reading = getattr(self, "_" + kind, None)
        if reading is None:
            known = sorted(it[1:] for it in dir(self) if it[0] == "_" and it[1].isupper())
            raise assay.Refusal(f"{name} has no counterpart here; known are {', '.join(known)}")
        fields = {field: _checked_field(name, field, it) for field, it in fields.items()}
        try:
            inspect.signature(reading).bind(**fields)
        except TypeError:
            needed = list(inspect.signature(reading).parameters)
            raise assay.Refusal(
                f"{name} has the fields {sorted(fields)}: they must be {needed}"
            ) from None
        return reading(**fields)

    def _own(self, kind: str, **keys: Any) -> dict[str, Any]:
        return {kind: {**keys, "adjacency": self.adjacency}}

    def _sum(self, kind: str, noise: float, by_distance: dict[str, Any]) -> dict[str, Any]:
        return self._own(kind, **by_distance) if noise else self._own("non-private")

    def _NoOp(self) -> dict[str, Any]:
        return self._own("no-op")

    def _NonPrivate(self) -> dict[str, Any]:
        return self._own("non-private")

    def _Gaussian(self, noise_multiplier: float) -> dict[str, Any]:
        own = {"noise_multiplier": noise_multiplier / self.distance, "sensitivity": self.distance}
        return self._sum("gaussian", noise_multiplier, own)

    def _Laplace(self, noise_multiplier: float) -> dict[str, Any]:
        own = {"noise_multiplier": noise_multiplier / self.distance, "sensitivity": self.distance}
        return self._sum("laplace", noise_multiplier, own)

    def _DiscreteLaplace(self, noise_parameter: float, sensitivity: int) -> dict[str, Any]:
        scale = math.nextafter(1 / noise_parameter, 0)  # less noise costs more
        own = {"scale": scale, "sensitivity": sensitivity * self.distance}
        return self._own("discrete-laplace", **own)

    def _DiscreteGaussian(
        self, sigma: float, sensitivity: float = 1.0, dimension: Optional[int] = None
    ) -> dict[str, Any]:
        if not sigma:
            return self._own("non-private")
        if dimension != 1 or sensitivity != int(sensitivity):
            # A vector of such noise is rho-zCDP (Canonne, Kamath and Steinke, 2020, Proposition 5).
            # Three roundings are each at most 2^-53 of their result.
            rho = sensitivity**2 / (2 * sigma**2) * (1 + 2**-50)
            return self._own("zcdp", rho=rho)
        return self._own("discrete-gaussian", sigma=sigma, sensitivity=int(sensitivity))

    def _RandomizedResponse(self, noise_parameter: float, num_buckets: int) -> dict[str, Any]:
        if self.adjacency == "add-remove":
            raise assay.Refusal(
                "RandomizedResponseDpEvent answers for a record that is there: ask under"
                " adjacency='replace-one' or 'zero-out'"
            )
        if num_buckets == 1:
            return self._own("no-op")
        truth = 1 - noise_parameter + noise_parameter / num_buckets
        # More truth costs more. Three roundings of numbers below 1 are each at most 2^-54.
        truth = min(1.0, truth + 2**-51)
        return self._own("randomized-response", truth_probability=truth, answers=num_buckets)

    def _EpsilonDelta(self, epsilon: float, delta: float) -> dict[str, Any]:
        return self._own("approximate", epsilon=epsilon, delta=delta)

    def _ZC(self, rho: float, xi: float = 0.0) -> dict[str, Any]:
        return self._own("zcdp", rho=rho, xi=xi)

    def _ExponentialMechanism(self, epsilon: float) -> dict[str, Any]:
        return self._own("exponential-mechanism", epsilon=epsilon)

    def _PermuteAndFlip(self, epsilon: float) -> dict[str, Any]:
        return self._own("permute-and-flip", epsilon=epsilon)

    def _MixtureOfGaussians(
        self,
        standard_deviation: float,
        sensitivities: Sequence[float],
        sampling_probs: Sequence[float],
    ) -> dict[str, Any]:
        return self._own(
            "mixture-of-gaussians",
            standard_deviation=standard_deviation,
            sensitivities=sensitivities,
            probabilities=sampling_probs,
        )

    def _SingleEpochTreeAggregation(
        self, noise_multiplier: float, step_counts: Union[int, Sequence[int]]
    ) -> dict[str, Any]:
        if self.adjacency != "zero-out":
            raise assay.Refusal(
                "SingleEpochTreeAggregationDpEvent is about a record that is zeroed out: ask under"
                " adjacency='zero-out'"
            )
        # A record is in one tree only, and a longer tree costs more.
        steps = max(step_counts) if isinstance(step_counts, list) else step_counts
        return self._own(
            "matrix-mechanism", matrix="tree", steps=steps, noise_multiplier=noise_multiplier
        )

    def _SelfComposed(self, event: Any, count: int) -> dict[str, Any]:
        inner = self.read(event)
        return {"repeat": {"times": count, "event": inner}} if count else self._own("no-op")

    def _Composed(self, events: Sequence[Any]) -> dict[str, Any]:
        if not isinstance(events, (list, tuple)):
            raise assay.Refusal(f"ComposedDpEvent has events {events!r}: they must be a list")
        if not events:
            return self._own("no-op")
        return {"sequence": [self.read(event) for event in events]}

    def _sampled(self, event: Any) -> dict[str, Any]:
        """What a Poisson sample runs.

        Under replace-one the sample is restated from adding and removing a record, so the part
        must be about that: sums of vectors of bounded norm are. What is promised for a replaced
        record, such as an epsilon, promises nothing for samples of different sizes.
        """
        if self.adjacency != "replace-one":
            return self.read(event)
        name, fields = _fields(event)
        inner = [*fields.get("events", []), *([fields["event"]] if "event" in fields else [])]
        if name not in _SUMS and name not in ("SelfComposedDpEvent", "ComposedDpEvent"):
            raise assay.Refusal(
                f"{name} inside PoissonSampledDpEvent under replace-one is not a sum of vectors:"
                " samples of neighbours may differ in size, of which it promises nothing"
            )
        for part in inner:
            self._sampled(part)
        return _Reader("add-remove").read(event)

    def _PoissonSampled(self, sampling_probability: float, event: Any) -> dict[str, Any]:
        keys = {"sampling_probability": sampling_probability, "event": self._sampled(event)}
        return {"poisson": keys}

    def _SampledWithoutReplacement(
        self, source_dataset_size: int, sample_size: int, event: Any
    ) -> dict[str, Any]:
        _Rule(1, source_dataset_size).checked(
            "SampledWithoutReplacementDpEvent", "sample_size", sample_size
        )
        sizes = {"sample_size": sample_size, "population_size": source_dataset_size}
        return {"fixed-size": {**sizes, "event": self.read(event)}}

    def _SampledWithReplacement(
        self, source_dataset_size: int, sample_size: int, event: Any
    ) -> dict[str, Any]:
        sizes = {"sample_size": sample_size, "population_size": source_dataset_size}
        return {"with-replacement": {**sizes, "event": self.read(event)}}

    def _TruncatedSubsampledGaussian(
        self,
        dataset_size: int,
        sampling_probability: float,
        truncated_batch_size: int,
        noise_multiplier: float,
    ) -> dict[str, Any]:
        return {
            "truncated-poisson": {
                "records": dataset_size,
                "sampling_probability": sampling_probability,
                "largest_batch": truncated_batch_size,
                "event": self._Gaussian(noise_multiplier),
            }
        }

    def _RepeatAndSelect(self, event: Any, mean: float, shape: float) -> dict[str, Any]:
        inner = self.read(event)
        if math.isinf(shape):
            return {"select": {"repetitions": "poisson", "mean": mean, "event": inner}}
        success = _success_probability(mean, shape)
        own = {"shape": shape, "success_probability": success, "event": inner}
        return {"select": {"repetitions": "negative-binomial", **own}}


def _success_probability(mean: float, shape: float) -> float:
    """The largest double below the one for which the truncated negative binomial has this mean.

    The mean falls as the probability of success p grows. It is (1 - p) / (p log(1/p)) for shape 0 and
    shape (1 - p) / (p (1 - p^shape)) else (Papernot and Steinke, 2022, Definition 1). A smaller p
    means more runs, which cost more.
    """
    if not mean > 1:
        raise assay.Refusal(f"RepeatAndSelectDpEvent has mean {mean!r}: it must be above 1")

    def mean_at(p: float) -> float:
        if shape == 0:
            return (1 - p) / (p * -math.log(p))
        return shape * (1 - p) / (p * -math.expm1(shape * math.log(p)))

    low, high = 1e-300, 1 - 2**-53
    if not mean_at(low) > mean:
        raise assay.Refusal(
            f"RepeatAndSelectDpEvent has mean {mean!r}, which shape {shape!r} has at no probability of"
            f" success from {low!r} on"
        )
    while True:
        middle = math.sqrt(low * high)
        if not low < middle < high:
            return low * (1 - 1e-12)
        low, high = (middle, high) if mean_at(middle) > mean else (low, middle)


def _relation(adjacency: Any) -> str:
    name = _RELATIONS.get(getattr(adjacency, "name", adjacency), adjacency)
    if name not in _RELATIONS.values():
        raise ValueError(f"adjacency was {adjacency!r}: it must be one of {[*_RELATIONS.values()]}")
    return str(name)


def from_dp_accounting(value: Any, adjacency: Any = None) -> assay.Event:
    """An event of dp_accounting: an object, ``to_named_tuple()`` of it, or that as a mapping.

    An execution plan of jax_privacy is read by its ``dp_event`` and ``neighboring_relation``.

    :param adjacency: a relation, or dp_accounting's ``NeighboringRelation``; of an execution plan
        it may be left out, and must be that of the plan
    :raises assay.Refusal: for an event that has no counterpart
    """
    if hasattr(value, "dp_event") and hasattr(value, "neighboring_relation"):
        planned = _relation(value.neighboring_relation)
        if adjacency is not None and _relation(adjacency) != planned:
            raise ValueError(f"adjacency was {adjacency!r}: the execution plan is about {planned}")
        adjacency, value = planned, value.dp_event
    adjacency = _relation(adjacency)
    return assay.Event(_Reader(adjacency).read(value))


def to_dp_accounting(event: assay.EventLike) -> dict[str, Any]:
    """The fields of ``to_named_tuple()``, as a mapping; sensitivities are divided out.

    :raises assay.Refusal: for what dp_accounting has no event for, and for a text in the notation
    """
    document = assay._document(event)
    if isinstance(document, str):
        raise assay.Refusal("a text is not taken apart here: make the event from its parts")
    relations = _relations(document)
    if len(relations) > 1:
        raise assay.Refusal(
            f"parts are about {' and '.join(sorted(relations))}: an event of dp_accounting has one"
            " relation"
        )
    (kind, keys), *more = document.items()
    if more:
        raise assay.Refusal(f"an event has one key, its kind; this one has {[*document]}")
    if isinstance(keys, Mapping):
        for key, value in keys.items():
            if isinstance(value, str) and key != "adjacency":
                raise assay.Refusal(f"{kind} has {key} {value!r}, which is no number")
    writing = _WRITERS.get(kind)
    if writing is None:
        raise assay.Refusal(f"dp_accounting has no event for {kind}")
    name, fields = writing(keys)
    return {"module_name": "dp_accounting.dp_event", "class_name": name + "DpEvent", **fields}


def _is_sample(part: Mapping[str, Any]) -> bool:
    """Whether an event is a Poisson sample, perhaps repeated."""
    (kind, keys), *_ = part.items()
    return kind == "poisson" or (kind == "repeat" and _is_sample(keys["event"]))


def _relations(value: Any) -> set[str]:
    """The relations of the parts; samples of added records are about replaced ones too."""
    if isinstance(value, Mapping):
        own = {value["adjacency"]} if "adjacency" in value else set()
        return own.union(*map(_relations, value.values()))
    return _shared_relations(value) if isinstance(value, (list, tuple)) else set()


def _shared_relations(parts: Sequence[Any]) -> set[str]:
    """The relations of a list, where samples of added records follow the other parts."""
    found = [_relations(part) for part in parts]
    samples = [isinstance(part, Mapping) and _is_sample(part) for part in parts]
    plain = set().union(*(it for it, sample in zip(found, samples) if not sample))
    every = plain.union(*found)
    follows = plain == {"replace-one"} and every == {"add-remove", "replace-one"}
    return plain if follows else every


def _sized(keys: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "source_dataset_size": keys["population_size"],
        "sample_size": keys["sample_size"],
        "event": to_dp_accounting(keys["event"]),
    }


def _multiplier(keys: Mapping[str, Any]) -> dict[str, Any]:
    """The multiplier is per sensitivity; a replaced record has twice the norm of a vector."""
    doubled = 2 if keys.get("adjacency") == "replace-one" else 1
    return {"noise_multiplier": keys["noise_multiplier"] * doubled}


def _concentrated(
    rho: float, xi: float = 0.0, delta: float = 0.0, adjacency: Optional[str] = None
) -> dict[str, Any]:
    if delta != 0:
        raise assay.Refusal(f"dp_accounting has no event for zcdp with delta {delta!r}")
    return {"rho": rho, "xi": xi}


_WRITERS: dict[str, Callable[[Any], tuple[str, dict[str, Any]]]] = {
    "no-op": lambda keys: ("NoOp", {}),
    "non-private": lambda keys: ("NonPrivate", {}),
    "gaussian": lambda keys: ("Gaussian", _multiplier(keys)),
    "laplace": lambda keys: ("Laplace", _multiplier(keys)),
    "approximate": lambda keys: (
        "EpsilonDelta",
        {"epsilon": keys["epsilon"], "delta": keys["delta"]},
    ),
    "pure": lambda keys: ("EpsilonDelta", {"epsilon": keys["epsilon"], "delta": 0.0}),
    "zcdp": lambda keys: ("ZC", _concentrated(**keys)),
    "exponential-mechanism": lambda keys: ("ExponentialMechanism", {"epsilon": keys["epsilon"]}),
    "permute-and-flip": lambda keys: ("PermuteAndFlip", {"epsilon": keys["epsilon"]}),
    "repeat": lambda keys: (
        "SelfComposed",
        {"event": to_dp_accounting(keys["event"]), "count": keys["times"]},
    ),
    "sequence": lambda keys: ("Composed", {"events": [to_dp_accounting(it) for it in keys]}),
    "poisson": lambda keys: (
        "PoissonSampled",
        {
            "sampling_probability": keys["sampling_probability"],
            "event": to_dp_accounting(keys["event"]),
        },
    ),
    "fixed-size": lambda keys: ("SampledWithoutReplacement", _sized(keys)),
    "with-replacement": lambda keys: ("SampledWithReplacement", _sized(keys)),
}


def from_opacus(history: Any, *, sampling: str) -> assay.Event:
    """What an accountant of Opacus has seen: its history, its ``state_dict()``, or itself.

    :param sampling: ``"poisson"`` if batches were Poisson samples, as ``poisson_sampling=True`` makes
        them; a history does not say so. Batches of a shuffled loader cost as much as no sampling,
        which ``"none"`` says.
    """
    if sampling not in ("poisson", "none"):
        raise ValueError(f"sampling was {sampling!r}: it must be 'poisson' or 'none'")
    if isinstance(history, Mapping):
        if "history" not in history:
            raise ValueError(f"a state of Opacus has the key 'history'; this has {sorted(history)}")
        history = history["history"]
    history = getattr(history, "history", history)
    if not isinstance(history, (list, tuple)):
        raise ValueError(f"history was {history!r}: it must be a list of Opacus' steps")
    steps = []
    for entry in history:
        if not isinstance(entry, (list, tuple)) or len(entry) != 3:
            raise ValueError(
                f"history has {entry!r}: a step has a noise multiplier, a sample rate and a count"
            )
        holder = f"a step {tuple(entry)!r} of Opacus' history"
        noise_multiplier = _AMOUNT.checked(holder, "noise multiplier", entry[0])
        sample_rate = _PROBABILITY.checked(holder, "sample rate", entry[1])
        times = _COUNT.checked(holder, "count", entry[2])
        step = assay.gaussian(noise_multiplier, "add-remove")
        if not noise_multiplier:
            step = assay.Event({"non-private": {"adjacency": "add-remove"}})
        if sampling == "poisson":
            step = step.poisson_sampled(sample_rate)
        if times:
            steps.append(step.times(times))
    return assay.sequence(*steps) if steps else assay.Event({"no-op": {"adjacency": "add-remove"}})


def _above(part: int, whole: int) -> float:
    """A fraction up to 1 as the next double from it on: larger samples cost more."""
    share = part / whole
    return share if fractions.Fraction(share) * whole >= part else math.nextafter(share, 1)


# Flower's names of relations, and what its names of sampling mean to dp_accounting.
_FLOWER_RELATIONS = {"add-or-remove-one": "add-remove", "replace-one": "replace-one"}
_FLOWER_SAMPLING: dict[str, Callable[[int, int, Any], dict[str, Any]]] = {
    "no-amplification": lambda size, population, event: event,
    "poisson": lambda size, population, event: {
        "class_name": "PoissonSampledDpEvent",
        "sampling_probability": _above(size, population),
        "event": event,
    },
    "without-replacement": lambda size, population, event: {
        "class_name": "SampledWithoutReplacementDpEvent",
        "source_dataset_size": population,
        "sample_size": size,
        "event": event,
    },
}


def from_flower(value: Any, *, rounds: Optional[int] = None) -> assay.Event:
    """What an accountant of Flower has composed, or rounds of a strategy of fixed clipping.

    :param value: an accountant, its ``state_dict()``, or a strategy; of one without an accountant,
        or of a mapping with its ``noise_multiplier``, every round is priced without sampling
    :param rounds: how many rounds a strategy without an accountant was run
    :raises assay.Refusal: for a strategy that adapts its clipping, or another that is not known
    """
    value = getattr(value, "accountant", None) or value
    state = value.state_dict() if hasattr(value, "state_dict") else value
    if not isinstance(state, Mapping):
        name = type(state).__name__
        if name.removeprefix("DifferentialPrivacy") not in (
            "ServerSideFixedClipping",
            "ClientSideFixedClipping",
        ):
            raise assay.Refusal(
                f"{name} is not read: known are Flower's accountants and its strategies of fixed"
                " clipping"
            )
        state = {"noise_multiplier": state.noise_multiplier}
    if "compositions" not in state:
        state = _flower_rounds(state, rounds)
    elif repr(state.get("schema_version", 1)) != "1":
        raise assay.Refusal(f"Flower's schema_version {state['schema_version']!r} is not known here")
    elif rounds is not None:
        raise ValueError(f"rounds was {rounds!r}: an accountant of Flower counts them itself")
    try:
        return _from_flower_state(state)
    except KeyError as missing:
        raise ValueError(f"a state of Flower has the key {missing}, which this has not") from None


def _from_flower_state(state: Mapping[str, Any]) -> assay.Event:
    config = state["config"]
    relation = _FLOWER_RELATIONS.get(config["neighboring_relation"])
    sampled = _FLOWER_SAMPLING.get(config["sampling_method"])
    if relation is None or sampled is None:
        raise assay.Refusal(
            f"Flower's {config['sampling_method']!r} under {config['neighboring_relation']!r} is"
            " not known here"
        )
    steps = []
    for composition in state["compositions"]:
        event = composition["event"]
        if set(event) != {"noise_multiplier", "sample_size", "population_size"}:
            raise assay.Refusal(f"Flower's event has the fields {sorted(event)}")
        size, population = (
            _SIZE.checked("Flower's event", field, event[field])
            for field in ("sample_size", "population_size")
        )
        count = _COUNT.checked("Flower's composition", "count", composition["count"])
        if population != config["population_size"] or size > population:
            raise assay.Refusal(
                f"{size} of {population} clients were sampled, of a population of"
                f" {config['population_size']}"
            )
        gaussian = {
            "class_name": "GaussianDpEvent",
            "noise_multiplier": event["noise_multiplier"],
        }
        step = assay.Event(_Reader(relation).read(sampled(size, population, gaussian)))
        if count:
            steps.append(step.times(count))
    return assay.sequence(*steps) if steps else assay.Event({"no-op": {"adjacency": relation}})


# What Flower's strategies of fixed clipping are told. Adaptive clipping releases a quantile besides.
_FIXED_CLIPPING = {"noise_multiplier", "clipping_norm", "num_sampled_clients"}


def _flower_rounds(strategy: Mapping[str, Any], rounds: Optional[int]) -> dict[str, Any]:
    """The state of an accountant that composed a strategy's rounds."""
    if "noise_multiplier" not in strategy:
        raise ValueError(
            f"a state of Flower has the key 'compositions', a strategy 'noise_multiplier'; this has"
            f" {sorted(strategy)}"
        )
    if not strategy.keys() <= _FIXED_CLIPPING:
        raise assay.Refusal(
            f"a strategy of Flower has {sorted(strategy.keys() - _FIXED_CLIPPING)}: known are those of"
            f" fixed clipping, {sorted(_FIXED_CLIPPING)}"
        )
    if rounds is None:
        raise ValueError("rounds is missing: a strategy of Flower does not say how many there were")
    rounds = _COUNT.checked("a strategy of Flower", "rounds", rounds)
    event = {
        "noise_multiplier": strategy["noise_multiplier"],
        "sample_size": 1,
        "population_size": 1,
    }
    return {
        "config": {
            "neighboring_relation": "add-or-remove-one",
            "sampling_method": "no-amplification",
            "population_size": 1,
        },
        "compositions": [{"event": event, "count": rounds}] if rounds else [],
    }


class OpacusAccountant(IAccountant):  # type: ignore[misc,valid-type]
    """An accountant of Opacus whose epsilon is the certified upper end, for Poisson samples.

    ``OpacusAccountant.register()`` makes it known, so that ``PrivacyEngine(accountant="assay")``
    takes it.
    """

    def __init__(self) -> None:
        """Begin with no step."""
        self.history: list[tuple[float, float, int]] = []

    @classmethod
    def mechanism(cls) -> str:
        """The name it is registered under."""
        return "assay"

    @classmethod
    def register(cls) -> None:
        """Enter it into the registry of Opacus."""
        from opacus.accountants.registry import register_accountant

        register_accountant(cls.mechanism(), cls, force=True)

    def step(self, *, noise_multiplier: float, sample_rate: float) -> None:
        """One step of the optimizer."""
        if self.history and self.history[-1][:2] == (noise_multiplier, sample_rate):
            self.history[-1] = (noise_multiplier, sample_rate, self.history[-1][2] + 1)
        else:
            self.history.append((noise_multiplier, sample_rate, 1))

    def get_epsilon(self, delta: float, *arguments: Any, **keywords: Any) -> float:
        """The upper end of what was spent: the guarantee."""
        with assay.Accountant(shared=True) as accountant:
            return accountant.epsilon(from_opacus(self, sampling="poisson"), delta=delta).upper

    def __len__(self) -> int:
        """Steps so far."""
        return sum(times for _, _, times in self.history)

    if IAccountant is object:

        def state_dict(self, destination: Any = None) -> Any:
            """What Opacus keeps in a checkpoint."""
            destination = {} if destination is None else destination
            destination["history"] = copy.deepcopy(self.history)
            destination["mechanism"] = self.mechanism()
            return destination

        def load_state_dict(self, state_dict: Mapping[str, Any]) -> None:
            """Go on from a checkpoint."""
            if state_dict.get("mechanism") != self.mechanism():
                raise ValueError(f"the state is one of {state_dict.get('mechanism')!r}")
            self.history = [tuple(entry) for entry in state_dict["history"]]

        def get_optimizer_hook_fn(self, sample_rate: float) -> Callable[[Any], None]:
            """A hook that counts a step of an optimizer of Opacus."""

            def hook(optimizer: Any) -> None:
                self.step(
                    noise_multiplier=optimizer.noise_multiplier,
                    sample_rate=sample_rate * optimizer.accumulated_iterations,
                )

            return hook
