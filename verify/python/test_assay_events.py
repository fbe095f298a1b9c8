"""Tests of assay_events.py; those that need the command run where ASSAY says how to start it."""

from __future__ import annotations

import collections
import dataclasses
import fractions
import json
import math
import os
import sys
import types
import unittest
from typing import Any
from unittest import mock

import assay
import assay_events

NEEDS_ASSAY = unittest.skipUnless(os.environ.get("ASSAY"), "ASSAY does not say how to start it")


def made(name: str, **fields: Any) -> dict[str, Any]:
    """An event of dp_accounting as its named tuple holds it."""
    return {"module_name": "dp_accounting.dp_event", "class_name": name + "DpEvent", **fields}


GAUSSIAN = made("Gaussian", noise_multiplier=1.1)
TRAINING = made(
    "SelfComposed",
    event=made("PoissonSampled", sampling_probability=0.01, event=GAUSSIAN),
    count=1000,
)


def read(value: Any, adjacency: Any = "add-remove") -> Any:
    """The description."""
    return assay.Event.from_dp_accounting(value, adjacency).document


class DpAccountingTest(unittest.TestCase):
    """Descriptions of dp_accounting."""

    def test_a_training(self) -> None:
        step = assay.gaussian(1.1, "add-remove", sensitivity=1).poisson_sampled(0.01)
        self.assertEqual(read(TRAINING), step.times(1000).document)

    def test_forms_of_one_event(self) -> None:
        wrapper = collections.namedtuple("wrapper", [*GAUSSIAN])  # type: ignore[misc]
        event_class = dataclasses.make_dataclass("GaussianDpEvent", ["noise_multiplier"])
        for form in (GAUSSIAN, json.loads(json.dumps(GAUSSIAN)), wrapper(**GAUSSIAN), event_class(1.1)):
            self.assertEqual(read(form), read(GAUSSIAN))

    def test_a_replaced_record_moves_a_sum_by_twice_the_norm(self) -> None:
        keys = read(GAUSSIAN, "replace-one")["gaussian"]
        self.assertEqual(keys["noise_multiplier"] * keys["sensitivity"], 1.1)
        self.assertEqual(keys["sensitivity"], 2)
        relation = types.SimpleNamespace(name="REPLACE_ONE")
        self.assertEqual(read(GAUSSIAN, relation), read(GAUSSIAN, "replace-one"))
        # A Poisson sample is restated: its sum is that of a record that is added or removed.
        inner = read(TRAINING, "replace-one")["repeat"]["event"]["poisson"]["event"]
        self.assertEqual(inner, read(GAUSSIAN))

    def test_numbers_are_rounded_to_the_larger_cost(self) -> None:
        for a in (0.1, 0.3, 1.7):
            keys = read(made("DiscreteLaplace", noise_parameter=a, sensitivity=1))
            self.assertLess(keys["discrete-laplace"]["scale"] * a, 1)
        response = made("RandomizedResponse", noise_parameter=0.3, num_buckets=7)
        keys = read(response, "replace-one")
        self.assertGreater(keys["randomized-response"]["truth_probability"], 1 - 0.3 + 0.3 / 7)
        vector = made("DiscreteGaussian", sigma=3.0, sensitivity=1.0, dimension=None)
        self.assertGreater(read(vector)["zcdp"]["rho"], 1 / 18)

    def test_the_mean_of_repetitions(self) -> None:
        for mean in (1.5, 10, 1000):
            # Geometric: the mean is one over the probability of success.
            keys = read(made("RepeatAndSelect", event=GAUSSIAN, mean=mean, shape=1))["select"]
            self.assertLessEqual(keys["success_probability"], 1 / mean)
            self.assertAlmostEqual(keys["success_probability"] * mean, 1, places=9)
            keys = read(made("RepeatAndSelect", event=GAUSSIAN, mean=mean, shape=0))["select"]
            p = keys["success_probability"]
            self.assertAlmostEqual((1 - p) / (p * math.log(1 / p)) / mean, 1, places=9)
        poisson = read(made("RepeatAndSelect", event=GAUSSIAN, mean=3, shape=math.inf))
        self.assertEqual(poisson["select"]["repetitions"], "poisson")

    def test_no_noise_is_not_private(self) -> None:
        for kind in ("Gaussian", "Laplace"):
            self.assertIn("non-private", read(made(kind, noise_multiplier=0)))

    def test_the_longest_tree_counts(self) -> None:
        tree = made("SingleEpochTreeAggregation", noise_multiplier=2.0, step_counts=[3, 9, 4])
        self.assertEqual(read(tree, "zero-out")["matrix-mechanism"]["steps"], 9)
        for adjacency in ("replace-one", "add-remove"):
            with self.assertRaisesRegex(assay.Refusal, "zero-out"):
                read(tree, adjacency)

    def test_a_sample_says_nothing_of_what_is_promised_for_replaced_records(self) -> None:
        for part in (
            made("EpsilonDelta", epsilon=1.0, delta=0.0),
            made("ZC", rho=0.1, xi=0.0),
            made("RandomizedResponse", noise_parameter=0.5, num_buckets=2),
            made("DiscreteGaussian", sigma=2.0, sensitivity=1.0, dimension=1),
            made("SelfComposed", event=made("ExponentialMechanism", epsilon=0.5), count=2),
            made("Composed", events=[GAUSSIAN, made("PermuteAndFlip", epsilon=0.5)]),
        ):
            sample = made("PoissonSampled", sampling_probability=0.01, event=part)
            with self.assertRaisesRegex(assay.Refusal, "samples of neighbours may differ in size"):
                read(sample, "replace-one")
        with self.assertRaisesRegex(assay.Refusal, "a record that is there"):
            read(made("RandomizedResponse", noise_parameter=0.5, num_buckets=2))

    def test_a_mean_that_no_probability_has(self) -> None:
        # At shape -0.99 a mean of 10^4 needs p = 10^-402: a larger p would mean fewer runs.
        with self.assertRaisesRegex(assay.Refusal, "at no probability"):
            read(made("RepeatAndSelect", event=GAUSSIAN, mean=1e4, shape=-0.99))
        keys = read(made("RepeatAndSelect", event=GAUSSIAN, mean=900, shape=-0.99))["select"]
        p = fractions.Fraction(keys["success_probability"])
        mean = -0.99 * float(1 - p) / (float(p) * (1 - float(p) ** -0.99))
        self.assertGreaterEqual(mean, 900)

    def test_what_has_no_counterpart_is_refused_by_name(self) -> None:
        for name in ("Unsupported", "Novel"):
            with self.assertRaisesRegex(assay.Refusal, f"{name}DpEvent has no counterpart"):
                read(made(name))
        with self.assertRaisesRegex(assay.Refusal, "has the fields"):
            read(made("Gaussian", sigma=1))
        with self.assertRaisesRegex(assay.Refusal, "is no event"):
            read(3)
        with self.assertRaisesRegex(ValueError, "adjacency was 'replace'"):
            read(GAUSSIAN, "replace")

    def test_there_and_back(self) -> None:
        events = [
            GAUSSIAN,
            TRAINING,
            made("Laplace", noise_multiplier=3.0),
            made("NoOp"),
            made("EpsilonDelta", epsilon=1.0, delta=1e-6),
            made("ZC", rho=0.1, xi=0.2),
            made("Composed", events=[GAUSSIAN, made("PermuteAndFlip", epsilon=0.5)]),
            made("SampledWithoutReplacement", source_dataset_size=9, sample_size=3, event=GAUSSIAN),
        ]
        for adjacency in ("add-remove", "replace-one", "zero-out"):
            for event in events:
                there = assay.Event.from_dp_accounting(event, adjacency)
                self.assertEqual(there.to_dp_accounting(), event)

    def test_what_is_not_written(self) -> None:
        with self.assertRaisesRegex(assay.Refusal, "no event for staircase"):
            assay.event("staircase", epsilon=1, gamma=0.5).to_dp_accounting()
        with self.assertRaisesRegex(assay.Refusal, "a text"):
            assay.Event("gaussian(1)").to_dp_accounting()

    def test_broken_descriptions_are_refused(self) -> None:
        with self.assertRaisesRegex(assay.Refusal, "events None: they must be a list"):
            read(made("Composed", events=None))
        for fields in ({}, {"noise_multiplier": 1.0, "noise": 2}):
            with self.assertRaisesRegex(assay.Refusal, r"they must be \['noise_multiplier'\]$"):
                read(made("Gaussian", **fields))
        with self.assertRaisesRegex(assay.Refusal, "json.loads"):
            read('{"class_name": "NoOpDpEvent"}')
        for history in (None, [(1.1, 0.01)], [3], [("a", 0.01, 2)]):
            with self.assertRaisesRegex(ValueError, "history (was|has) |has noise mult"):
                assay.Event.from_opacus(history, sampling="poisson")
        with self.assertRaisesRegex(ValueError, "a state of Flower has the key 'config'"):
            assay.Event.from_flower({"compositions": []})

    def test_numbers_of_every_field_are_looked_at(self) -> None:
        everything = {
            "Gaussian": {"noise_multiplier": (0, 2.5)},
            "Laplace": {"noise_multiplier": (0, 2.5)},
            "DiscreteLaplace": {"noise_parameter": (0.1, 9.0), "sensitivity": (1, 8)},
            "DiscreteGaussian": {"sigma": (0, 2.5), "sensitivity": (0.5, 3), "dimension": (1, 7)},
            "RandomizedResponse": {"noise_parameter": (0, 1), "num_buckets": (1, 7)},
            "EpsilonDelta": {"epsilon": (0, 9.5), "delta": (0, 1)},
            "ZC": {"rho": (0, 9.5), "xi": (0, 9.5)},
            "ExponentialMechanism": {"epsilon": (0, 9.5)},
            "PermuteAndFlip": {"epsilon": (0, 9.5)},
            "MixtureOfGaussians": {
                "standard_deviation": (0.5, 9.5),
                "sensitivities": ([0, 1], [9.5]),
                "sampling_probs": ([0, 1], [1]),
            },
            "SingleEpochTreeAggregation": {"noise_multiplier": (0.5, 9), "step_counts": (1, [3, 9])},
            "SelfComposed": {"count": (0, 10**9)},
            "PoissonSampled": {"sampling_probability": (0, 1)},
            "SampledWithoutReplacement": {"source_dataset_size": (50, 99), "sample_size": (1, 9)},
            "SampledWithReplacement": {"source_dataset_size": (1, 99), "sample_size": (1, 99)},
            "TruncatedSubsampledGaussian": {
                "dataset_size": (1, 99),
                "sampling_probability": (0, 1),
                "truncated_batch_size": (1, 99),
                "noise_multiplier": (0, 2.5),
            },
            "RepeatAndSelect": {"mean": (1.5, 900), "shape": (-0.9, math.inf)},
        }
        whole = "count num_buckets sensitivity step_counts dimension".split()
        never = (-1, -0.001, math.nan, -math.inf, True, "1", None, 1j, 10**400, [math.nan], [True])
        for kind, fields in everything.items():
            good = {field: ends[1] for field, ends in fields.items()}
            if kind in ("SelfComposed", "RepeatAndSelect") or "Sampled" in kind:
                good["event"] = GAUSSIAN
            for field, (least, most) in fields.items():
                for value in (least, most):
                    read(made(kind, **{**good, field: value}), "zero-out")
                wrong = [it for it in never if not (it is None and field == "dimension")]
                wrong += [] if field == "shape" else [math.inf]
                wrong = [it for it in wrong if not (field == "shape" and it == -0.001)]
                wrong += [2.5] if (field in whole and kind != "DiscreteGaussian") or "size" in field else []
                wrong += [0] if field in whole[1:] and least == 1 or "size" in field else []
                wrong += [1.5] if most in (1, [1]) and field != "num_buckets" else []
                wrong += [[]] if isinstance(most, list) else [[1]]
                wrong += [[2.5]] if field == "step_counts" else []
                for value in wrong:
                    with self.subTest(kind=kind, field=field, value=value):
                        with self.assertRaisesRegex(assay.Refusal, f"{kind}DpEvent has {field} "):
                            read(made(kind, **{**good, field: value}), "zero-out")
        short = type("float32", (float,), {"item": lambda self: math.inf})(1)  # as NumPy's infinity
        with self.assertRaisesRegex(assay.Refusal, "has noise_multiplier inf"):
            read(made("Gaussian", noise_multiplier=short))
        self.assertIn("no-op", read(made("SelfComposed", count=0, event=GAUSSIAN)))
        self.assertEqual(read(made("SelfComposed", count=2.0, event=GAUSSIAN))["repeat"]["times"], 2)
        with self.assertRaisesRegex(assay.Refusal, "has sample_size 100: .* at most 99"):
            read(
                made("SampledWithoutReplacement", source_dataset_size=99, sample_size=100, event=GAUSSIAN)
            )

    def test_one_relation_is_written(self) -> None:
        mixed = [assay.gaussian(1, it).document for it in ("add-remove", "replace-one")]
        repeated = [{"repeat": {"times": 2, "event": it}} for it in mixed]
        for parts in (mixed, [{"sequence": mixed}, mixed[0]], repeated):
            with self.assertRaisesRegex(assay.Refusal, "add-remove and replace-one"):
                assay.Event({"sequence": parts}).to_dp_accounting()
        # Samples of added records follow replaced ones only, which they were restated from.
        zeroed = assay.gaussian(1, "zero-out").document
        sampled = assay.gaussian(1, "add-remove").poisson_sampled(0.1).document
        with self.assertRaisesRegex(assay.Refusal, "add-remove and zero-out"):
            assay.Event({"sequence": [zeroed, sampled]}).to_dp_accounting()
        # Samples of replaced records are restated from added ones.
        both = made("Composed", events=[TRAINING, GAUSSIAN])
        there = assay.Event.from_dp_accounting(both, "replace-one")
        self.assertEqual(there.to_dp_accounting(), both)

    def test_nothing_is_dropped_in_writing(self) -> None:
        zcdp = {"zcdp": {"rho": 0.1, "delta": 1e-4, "adjacency": "add-remove"}}
        typed = {"gaussian": {"noise_multiplier": "1.1", "adjacency": "replace-one"}}
        two = {"gaussian": {"noise_multiplier": 1.1}, "laplace": {"noise_multiplier": 1.1}}
        for message, document in (("delta 0.0001", zcdp), ("no number", typed), ("one key", two)):
            with self.subTest(message), self.assertRaisesRegex(assay.Refusal, message):
                assay.Event(document).to_dp_accounting()


class OpacusTest(unittest.TestCase):
    """What Opacus knows of a run."""

    def test_a_history(self) -> None:
        history = [(1.1, 0.01, 900), (1.2, 0.01, 100)]
        first = assay.gaussian(1.1, "add-remove").poisson_sampled(0.01).times(900)
        second = assay.gaussian(1.2, "add-remove").poisson_sampled(0.01).times(100)
        expected = assay.sequence(first, second)
        state = {"history": history, "mechanism": "rdp"}
        for form in (history, state, types.SimpleNamespace(history=history)):
            self.assertEqual(assay.Event.from_opacus(form, sampling="poisson"), expected)
        unsampled = assay.Event.from_opacus([(1.1, 0.01, 5)], sampling="none")
        self.assertEqual(unsampled, assay.sequence(assay.gaussian(1.1, "add-remove").times(5)))

    def test_the_sampling_must_be_said(self) -> None:
        with self.assertRaises(TypeError):
            assay.Event.from_opacus([])  # type: ignore[call-arg]
        with self.assertRaisesRegex(ValueError, "sampling was 'shuffled'"):
            assay.Event.from_opacus([], sampling="shuffled")
        with self.assertRaisesRegex(ValueError, "the key 'history'"):
            assay.Event.from_opacus({"steps": 3}, sampling="poisson")

    def test_numbers_of_a_step_are_looked_at(self) -> None:
        for field, history in (
            ("noise multiplier -1", [(-1, 0.01, 2)]),
            ("noise multiplier nan", [(math.nan, 0.01, 2)]),
            ("noise multiplier True", [(True, 0.01, 2)]),
            ("sample rate 1.5", [(1.0, 1.5, 2)]),
            ("sample rate -0.1", [(1.0, -0.1, 2)]),
            ("count -2", [(1.0, 0.01, 5), (1.0, 0.01, -2)]),
            ("count 2.5", [(1.0, 0.01, 2.5)]),
            ("count inf", [(1.0, 0.01, math.inf)]),
        ):
            for sampling in ("poisson", "none"):
                with self.subTest(field), self.assertRaisesRegex(assay.Refusal, f"has {field}: "):
                    assay.Event.from_opacus(history, sampling=sampling)
        self.assertIn("no-op", assay.Event.from_opacus([(1.0, 0.01, 0)], sampling="none").document)

    def test_steps_without_noise(self) -> None:
        event = assay.Event.from_opacus([(0, 0.01, 1)], sampling="poisson")
        self.assertIn("non-private", json.dumps(event.document))

    def test_an_accountant_counts_steps(self) -> None:
        accountant = assay.OpacusAccountant()
        hook = accountant.get_optimizer_hook_fn(0.01)
        for _ in range(3):
            hook(types.SimpleNamespace(noise_multiplier=1.0, accumulated_iterations=1))
        hook(types.SimpleNamespace(noise_multiplier=1.0, accumulated_iterations=2))
        self.assertEqual(accountant.history, [(1.0, 0.01, 3), (1.0, 0.02, 1)])
        self.assertEqual(len(accountant), 4)
        again = assay.OpacusAccountant()
        again.load_state_dict(json.loads(json.dumps(accountant.state_dict())))
        self.assertEqual(again.history, accountant.history)
        with self.assertRaisesRegex(ValueError, "'rdp'"):
            again.load_state_dict({"history": [], "mechanism": "rdp"})

    def test_it_enters_the_registry(self) -> None:
        entered = {}
        registry = types.ModuleType("opacus.accountants.registry")
        registry.register_accountant = (  # type: ignore[attr-defined]
            lambda name, accountant, force: entered.update({name: accountant})
        )
        names = ("opacus", "opacus.accountants")
        modules = {name: types.ModuleType(name) for name in names}
        with mock.patch.dict(sys.modules, {**modules, "opacus.accountants.registry": registry}):
            assay.OpacusAccountant.register()
        self.assertEqual(entered, {"assay": assay.OpacusAccountant})


class JaxPrivacyTest(unittest.TestCase):
    """What plans of jax_privacy hold: an event of dp_accounting and its relation."""

    @staticmethod
    def plan(event: Any, relation: str) -> Any:
        relation = types.SimpleNamespace(name=relation)
        return types.SimpleNamespace(dp_event=event, neighboring_relation=relation)

    def test_plans(self) -> None:
        # BandMFConfig(iterations=1000, two bands): 500 rounds, each on a Poisson sample.
        bands = made(
            "SelfComposed",
            event=made("PoissonSampled", sampling_probability=0.02, event=GAUSSIAN),
            count=500,
        )
        plan = self.plan(bands, "ADD_OR_REMOVE_ONE")
        self.assertEqual(read(plan, None), read(bands))
        self.assertEqual(read(plan), read(bands))
        truncated = made(
            "TruncatedSubsampledGaussian",
            dataset_size=500,
            sampling_probability=0.02,
            truncated_batch_size=20,
            noise_multiplier=1.1,
        )
        found = read(self.plan(truncated, "REPLACE_SPECIAL"), None)["truncated-poisson"]
        self.assertEqual((found["records"], found["largest_batch"]), (500, 20))
        self.assertEqual(found["event"]["gaussian"]["adjacency"], "zero-out")
        zcdp = made("PoissonSampled", sampling_probability=0.02, event=made("ZC", rho=0.5, xi=0.0))
        self.assertIn("zcdp", read(self.plan(zcdp, "ADD_OR_REMOVE_ONE"), None)["poisson"]["event"])

    def test_another_relation_than_the_plan_has(self) -> None:
        plan = self.plan(GAUSSIAN, "ADD_OR_REMOVE_ONE")
        for other in ("zero-out", types.SimpleNamespace(name="REPLACE_ONE")):
            with self.assertRaisesRegex(ValueError, "the execution plan is about add-remove"):
                read(plan, other)

    def test_the_relation_is_never_left_out(self) -> None:
        with self.assertRaisesRegex(ValueError, "adjacency was None"):
            assay.Event.from_dp_accounting(GAUSSIAN)


def flower(sampling: str, relation: str, *compositions: tuple[float, int, int]) -> dict[str, Any]:
    """The state of an accountant of Flower for a population of 1000."""
    return {
        "schema_version": 1,
        "backend": "rdp",
        "config": {
            "target_delta": 1e-6,
            "population_size": 1000,
            "neighboring_relation": relation,
            "sampling_method": sampling,
            "max_epsilon": None,
        },
        "orders": [2.0, 3.0],
        "compositions": [
            {
                "event": {"noise_multiplier": z, "sample_size": size, "population_size": 1000},
                "count": count,
            }
            for z, size, count in compositions
        ],
    }


class DifferentialPrivacyServerSideFixedClipping:
    """The fields of Flower's strategy of this name."""

    def __init__(self, accountant: Any = None) -> None:
        self.noise_multiplier, self.clipping_norm, self.num_sampled_clients = 1.1, 5.0, 20
        self.accountant = accountant


class DifferentialPrivacyClientSideAdaptiveClipping(DifferentialPrivacyServerSideFixedClipping):
    """Its noise follows a norm that changes."""


class FlowerTest(unittest.TestCase):
    """What Flower has composed."""

    def test_accountants(self) -> None:
        once, add = assay.gaussian(1.2, "add-remove", sensitivity=1), "add-or-remove-one"
        sampled = once.poisson_sampled(0.01).times(100)
        state = flower("poisson", add, (1.2, 10, 100))
        read_back = json.loads(json.dumps(state))
        for form in (state, read_back, types.SimpleNamespace(state_dict=lambda: state)):
            self.assertEqual(assay.Event.from_flower(form), assay.sequence(sampled))
        for size in range(1, 40):
            (step,) = assay.Event.from_flower(flower("poisson", add, (1.2, size, 1))).document[
                "sequence"  # type: ignore[index]
            ]
            probability = step["repeat"]["event"]["poisson"]["sampling_probability"]
            self.assertGreaterEqual(fractions.Fraction(probability), fractions.Fraction(size, 1000))
            self.assertAlmostEqual(probability, size / 1000, places=15)
        plain = flower("no-amplification", add, (1.2, 10, 3), (1.2, 20, 4))
        expected = assay.sequence(once.times(3), once.times(4))
        self.assertEqual(assay.Event.from_flower(plain), expected)
        replaced = flower("without-replacement", "replace-one", (1.5, 100, 10))
        (step,) = assay.Event.from_flower(replaced).document["sequence"]  # type: ignore[index]
        keys = step["repeat"]["event"]["fixed-size"]
        self.assertEqual((keys["sample_size"], keys["population_size"]), (100, 1000))
        self.assertEqual(keys["event"]["gaussian"]["sensitivity"], 2)
        self.assertIn("no-op", assay.Event.from_flower(flower("poisson", add)).document)

    def test_rounds_of_a_strategy(self) -> None:
        rounds = assay.sequence(assay.gaussian(1.1, "add-remove", sensitivity=1).times(50))
        strategy = DifferentialPrivacyServerSideFixedClipping()
        self.assertEqual(assay.Event.from_flower(strategy, rounds=50), rounds)
        self.assertEqual(assay.Event.from_flower({"noise_multiplier": 1.1}, rounds=50), rounds)
        state = flower("no-amplification", "add-or-remove-one", (1.1, 20, 50))
        accountant = types.SimpleNamespace(state_dict=lambda: state)
        counted = DifferentialPrivacyServerSideFixedClipping(accountant)
        self.assertEqual(assay.Event.from_flower(counted), rounds)
        self.assertIn("no-op", assay.Event.from_flower(strategy, rounds=0).document)

    def test_what_is_not_read(self) -> None:
        other = flower("poisson", "add-or-remove-one", (1.0, 10, 1))
        other["config"]["population_size"] = 500
        later = {**flower("poisson", "add-or-remove-one"), "schema_version": 2}
        more = flower("poisson", "add-or-remove-one", (1.0, 10, 1))
        more["compositions"][0]["event"]["dropout"] = 0.5
        for problem, message, value, rounds in (
            (ValueError, "rounds is missing", DifferentialPrivacyServerSideFixedClipping(), None),
            (ValueError, "counts them itself", flower("poisson", "add-or-remove-one"), 3),
            (ValueError, "has the key 'compositions'", {"steps": 3}, 3),
            (
                assay.Refusal,
                "AdaptiveClipping is not read",
                DifferentialPrivacyClientSideAdaptiveClipping(),
                3,
            ),
            (assay.Refusal, "'cyclic' under", flower("cyclic", "replace-one"), None),
            (assay.Refusal, "under 'zero'", flower("poisson", "zero"), None),
            (assay.Refusal, "of a population of 500", other, None),
            (assay.Refusal, "schema_version 2", later, None),
            (assay.Refusal, "has the fields", more, None),
            (assay.Refusal, "schema_version True", {**later, "schema_version": True}, None),
            (assay.Refusal, "rounds -2", DifferentialPrivacyServerSideFixedClipping(), -2),
            (assay.Refusal, "rounds True", DifferentialPrivacyServerSideFixedClipping(), True),
            (assay.Refusal, "noise_multiplier -1", {"noise_multiplier": -1}, 3),
            (
                assay.Refusal,
                r"has \['target_clipped_quantile'\]: known are those of fixed clipping",
                {"noise_multiplier": 1, "clipping_norm": 1, "target_clipped_quantile": 0.5},
                3,
            ),
            (assay.Refusal, "count -2", flower("poisson", "replace-one", (1.0, 10, -2)), None),
            (assay.Refusal, "sample_size 2.5", flower("poisson", "replace-one", (1.0, 2.5, 2)), None),
            (assay.Refusal, "noise_multiplier nan", flower("poisson", "replace-one", (math.nan, 1, 2)), None),
            (
                assay.Refusal,
                "1001 of 1000",
                flower("poisson", "add-or-remove-one", (1.0, 1001, 1)),
                None,
            ),
        ):
            with self.subTest(message), self.assertRaisesRegex(problem, message):
                assay.Event.from_flower(value, rounds=rounds)


def dp(name: str, module: str = "measurements", **keys: Any) -> dict[str, Any]:
    """A constructor as OpenDP serializes it."""
    return {
        "__function__": name,
        "__module__": module,
        "__kwargs__": keys,
        "__version__": "0.14.0",
    }


def records(atom: str = "i32", size: Any = None, metric: str = "symmetric_distance", **keys: Any) -> Any:
    """A space of records."""
    domain = dp("atom_domain", "domains", nan=False, T=atom, **keys)
    return {
        "input_domain": dp("vector_domain", "domains", atom_domain=domain, size=size),
        "input_metric": dp(metric, "metrics"),
    }


def after(transformation: Any) -> Any:
    """The space that comes out of a transformation."""
    return {
        "input_domain": dp("transformation_output_domain", "core", this=transformation),
        "input_metric": dp("transformation_output_metric", "core", this=transformation),
    }


def chained(transformation: Any, noise: str = "make_laplace", **keys: Any) -> Any:
    """Noise on what a transformation makes of records."""
    keys = {"k": None, "MO": "MaxDivergence", "scale": 1.0, **keys}
    measurement = dp(noise, **after(transformation), **keys)
    return dp(
        "make_chain_mt", "combinators", measurement1=measurement, transformation0=transformation
    )


def number(atom: str = "i32", metric: str = "absolute_distance") -> Any:
    """A space of one number."""
    return {
        "input_domain": dp("atom_domain", "domains", bounds=None, nan=False, T=atom),
        "input_metric": dp(metric, "metrics", T=atom),
    }


def bounded(*bounds: Any) -> Any:
    """Noise on a sum of numbers with bounds."""
    return chained(dp("make_sum", "transformations", **records(bounds={"__tuple__": [*bounds]})))


CLAMP = dp("make_clamp", "transformations", **records(bounds=None), bounds={"__tuple__": [-3, 10]})
SUM = dp(
    "make_chain_tt",
    "combinators",
    transformation1=dp("make_sum", "transformations", **after(CLAMP)),
    transformation0=CLAMP,
)
COUNT = dp("make_count", "transformations", **records(), TO="i32")
ADD, REPLACE, ZERO = "add-remove", "replace-one", "zero-out"


def opendp(measurement: Any, adjacency: str = ADD, distance: Any = 1) -> Any:
    """The description of a measurement at a distance."""
    return assay.Event.from_opendp(measurement, adjacency, distance=distance).document


class OpenDpTest(unittest.TestCase):
    """What OpenDP serializes, each with the epsilon or rho that its map gives."""

    def test_sums_and_counts(self) -> None:
        for measurement, adjacency, distance, sensitivity in (
            (chained(COUNT, scale=2.0), ADD, 1, 1),
            (chained(COUNT, scale=2.0), ZERO, 3, 3),
            (chained(COUNT, scale=2.0), REPLACE, 2, 2),
            (chained(SUM, scale=2.0), ADD, 1, 10),
            (chained(SUM, scale=2.0), ADD, 2, 20),
        ):
            keys = opendp(measurement, adjacency, distance)["discrete-laplace"]
            expected = {"scale": 2.0, "sensitivity": sensitivity, "adjacency": adjacency}
            self.assertEqual(keys, expected)
        bounds = {"__tuple__": [2, 10]}
        sized = dp("make_sum", "transformations", **records(size=50, bounds=bounds))
        keys = opendp(chained(sized, scale=2.0), REPLACE, 2)["discrete-laplace"]
        self.assertEqual(keys["sensitivity"], 8)
        negative = dp("make_sum", "transformations", **records(bounds={"__tuple__": [-9, -1]}))
        keys = opendp(chained(negative, scale=2.0))["discrete-laplace"]
        self.assertEqual(keys["sensitivity"], 9)

    def test_noise(self) -> None:
        keys = opendp(dp("make_gaussian", **number(), scale=3.0, k=None, MO="zCDP"), ZERO, 4)
        expected = {"sigma": 3.0, "sensitivity": 4, "adjacency": ZERO}
        self.assertEqual(keys, {"discrete-gaussian": expected})
        keys = opendp(dp("make_geometric", **number(), scale=3.0, bounds=None), ZERO, 4)
        self.assertEqual(keys["discrete-laplace"]["sensitivity"], 4)
        # Noise on a fine lattice is priced by what its map promises, rounded up.
        keys = opendp(dp("make_laplace", **number("f64"), scale=3.0), ADD, 1.0)
        self.assertGreater(fractions.Fraction(keys["pure"]["epsilon"]) * 3, 1)
        self.assertAlmostEqual(keys["pure"]["epsilon"] * 3, 1, places=14)
        keys = opendp(dp("make_gaussian", **number("f64"), scale=3.0), ADD, 2.0)
        self.assertGreater(fractions.Fraction(keys["zcdp"]["rho"]) * 18, 4)
        self.assertAlmostEqual(keys["zcdp"]["rho"] * 18, 4, places=13)
        vector = {**records(), "input_metric": dp("l1_distance", "metrics", T="i32")}
        self.assertIn("pure", opendp(dp("make_laplace", **vector, scale=3.0), ADD, 5))
        for noise in ("make_laplace", "make_gaussian"):
            self.assertIn("non-private", opendp(dp(noise, **number(), scale=0.0)))
            self.assertIn("no-op", opendp(dp(noise, **number(), scale=1.0), ADD, 0))

    def test_randomized_response(self) -> None:
        keys = opendp(dp("make_randomized_response_bool", prob=0.75, constant_time=False), ZERO)
        expected = {"truth_probability": 0.75, "answers": 2, "adjacency": ZERO}
        self.assertEqual(keys["randomized-response"], expected)
        three = dp("make_randomized_response", categories=["a", "b", "c"], prob=0.5, T="String")
        self.assertEqual(opendp(three, REPLACE)["randomized-response"]["answers"], 3)
        with self.assertRaisesRegex(assay.Refusal, "a record that is there"):
            opendp(three)

    def test_compositions(self) -> None:
        one, two = chained(COUNT, scale=2.0), chained(SUM, "make_gaussian", scale=5.0)
        zcdp = dp("make_pureDP_to_zCDP", "combinators", measurement=one)
        both = dp("make_composition", "combinators", measurements=[zcdp, two])
        for form in (both, json.dumps(both), json.dumps(both).encode()):
            self.assertEqual(opendp(form), {"sequence": [opendp(one), opendp(two)]})
        rounded = dp("make_chain_pm", "combinators", postprocess1=None, measurement0=both)
        self.assertEqual(opendp(rounded), opendp(both))
        fixed = dp("make_fix_delta", "combinators", measurement=rounded, delta=1e-6)
        self.assertEqual(opendp(fixed), opendp(both))
        inner = dp("make_laplace", **after(SUM), scale=2.0)
        pair = dp("make_composition", "combinators", measurements=[inner, inner])
        chain = dp(
            "make_chain_mt", "combinators", measurement1=pair, transformation0=SUM
        )
        self.assertEqual(opendp(chain), {"sequence": [opendp(chained(SUM, scale=2.0))] * 2})

    def test_objects_of_the_library(self) -> None:
        wrapped = types.SimpleNamespace(__opendp_dict__=dp("atom_domain", "domains", T="i32"))
        metric = types.SimpleNamespace(__opendp_dict__=dp("absolute_distance", "metrics", T="i32"))
        laplace = dp("make_laplace", input_domain=wrapped, input_metric=metric, scale=2.0)
        live = types.SimpleNamespace(__opendp_dict__=laplace)
        self.assertEqual(opendp(live)["discrete-laplace"]["scale"], 2.0)

    def test_costs_are_exact_before_they_are_rounded_up(self) -> None:
        exact = fractions.Fraction
        for distance, scale in ((1e-170, 1e-160), (2**53 + 1, 3.0), (1 / 3, 0.7)):
            for noise in ("make_laplace", "make_gaussian"):
                measurement = dp(noise, **number("f64"), scale=scale)
                ratio = exact(distance) / exact(scale)
                keys = opendp(measurement, ADD, distance)
                if noise == "make_laplace":
                    self.assertGreater(exact(keys["pure"]["epsilon"]), ratio)
                else:
                    self.assertGreater(exact(keys["zcdp"]["rho"]), ratio**2 / 2)

    def test_types_that_are_not_known_are_no_whole_numbers(self) -> None:
        keys = opendp(dp("make_laplace", **number("decimal"), scale=3.0), ADD, 1)
        self.assertIn("pure", keys)
        total = dp("make_sum", "transformations", **records("decimal", bounds={"__tuple__": [0, 1]}))
        with self.assertRaisesRegex(assay.Refusal, "numbers of type decimal"):
            opendp(chained(total, scale=1.0))

    def test_what_is_refused_by_name(self) -> None:
        floats = dp("make_sum", "transformations", **records("f64", bounds={"__tuple__": [0.0, 1.0]}))
        unbounded = dp("make_sum", "transformations", **records(bounds=None))
        sized = dp("make_sum", "transformations", **records(size=9, bounds={"__tuple__": [0, 1]}))
        mean = dp("make_mean", "transformations", **records())
        changed = dp("make_count", "transformations", **records(metric="change_one_distance"))
        laplace = chained(COUNT, scale=2.0)
        for message, measurement, adjacency, distance in (
            ("make_noisy_max has no counterpart", dp("make_noisy_max", scale=1.0), ADD, 1),
            ("_own has no counterpart", dp("_own", kind="pure"), ADD, 1),
            ("make_mean has no counterpart", chained(mean, scale=1.0), ADD, 1),
            ("floating-point numbers", chained(floats, scale=1.0), ADD, 1),
            ("no bounds", chained(unbounded, scale=1.0), ADD, 1),
            ("public size", chained(sized, scale=1.0), ADD, 2),
            ("must be even", chained(sized, scale=1.0), REPLACE, 1),
            ("must be even", laplace, REPLACE, 3),
            ("under change_one_distance", chained(changed, scale=1.0), REPLACE, 1),
            ("granularity k", dp("make_laplace", **number(), scale=1.0, k=3), ADD, 1),
            ("granularity k", dp("make_gaussian", **number(), scale=1.0, k=3), ADD, 1),
            ("truncate", dp("make_geometric", **number(), scale=1.0, bounds=[0, 1]), ADD, 1),
            ("has l2_distance", dp("make_laplace", **number("f64", "l2_distance"), scale=1.0), ADD, 1),
            ("has l1_distance", dp("make_gaussian", **number("f64", "l1_distance"), scale=1.0), ADD, 1),
            ("has scale nan: it must be a number", dp("make_laplace", **number(), scale=math.nan), ADD, 1),
            ("has scale True", dp("make_gaussian", **number(), scale=True), ADD, 1),
            ("has distance -1", laplace, ADD, -1),
            ("has distance '1'", laplace, ADD, "1"),
            ("has prob 1.5", dp("make_randomized_response_bool", prob=1.5), ZERO, 1),
            ("version '0.16.0' is not known", {**laplace, "__version__": "0.16.0"}, ADD, 1),
            ("version '1.0' is not known", {**laplace, "__version__": "1.0"}, ADD, 1),
            ("upper bound -1: it must be a number at least 0", bounded(0, -1), ADD, 1),
            ("lower bound nan", bounded(math.nan, 1), ADD, 1),
            ("upper bound '1'", bounded(0, "1"), ADD, 1),
            ("bounds .1.: they must be two", bounded(1), ADD, 1),
            ("has size -1", chained(dp("make_count", "transformations", **records(size=-1))), REPLACE, 2),
            ("has the arguments", dp("make_laplace", **number(), sigma=1.0), ADD, 1),
            ("nothing that OpenDP serialized", {"scale": 1.0}, ADD, 1),
        ):
            with self.subTest(message), self.assertRaisesRegex(assay.Refusal, message):
                opendp(measurement, adjacency, distance)
        with self.assertRaisesRegex(ValueError, "adjacency was"):
            opendp(laplace, "change-one")
        with self.assertRaisesRegex(ValueError, "has distance nan"):
            opendp(laplace, ADD, math.nan)


@NEEDS_ASSAY
class PricesTest(unittest.TestCase):
    """Every kind that is read is an event that the command prices."""

    def test_kinds(self) -> None:
        kinds = [
            GAUSSIAN,
            TRAINING,
            made("Laplace", noise_multiplier=1.0),
            made("DiscreteLaplace", noise_parameter=0.5, sensitivity=1),
            made("DiscreteGaussian", sigma=2.0, sensitivity=1.0, dimension=1),
            made("DiscreteGaussian", sigma=2.0, sensitivity=1.0, dimension=None),
            made("EpsilonDelta", epsilon=0.5, delta=1e-7),
            made("ZC", rho=0.1, xi=0.01),
            made("ExponentialMechanism", epsilon=0.5),
            made("PermuteAndFlip", epsilon=0.5),
            made(
                "MixtureOfGaussians",
                standard_deviation=2.0,
                sensitivities=[0.0, 1.0],
                sampling_probs=[0.9, 0.1],
            ),
            made("SingleEpochTreeAggregation", noise_multiplier=4.0, step_counts=[4, 8]),
            made(
                "TruncatedSubsampledGaussian",
                dataset_size=1000,
                sampling_probability=0.01,
                truncated_batch_size=20,
                noise_multiplier=1.0,
            ),
            made("RepeatAndSelect", event=GAUSSIAN, mean=3, shape=1),
            made("RepeatAndSelect", event=GAUSSIAN, mean=3, shape=math.inf),
            made("Composed", events=[GAUSSIAN, made("NoOp")]),
        ]
        replaced = [
            GAUSSIAN,
            TRAINING,
            made("RandomizedResponse", noise_parameter=0.5, num_buckets=4),
            made(
                "SampledWithoutReplacement", source_dataset_size=100, sample_size=5, event=GAUSSIAN
            ),
            made("SampledWithReplacement", source_dataset_size=100, sample_size=5, event=GAUSSIAN),
        ]
        with assay.Accountant() as accountant:
            for adjacency, events in (("zero-out", kinds), ("replace-one", replaced)):
                for event in events:
                    with self.subTest(event=event, adjacency=adjacency):
                        there = assay.Event.from_dp_accounting(event, adjacency)
                        spent = accountant.epsilon(there, delta=1e-5, adjacency=adjacency)
                        self.assertTrue(0 < spent.upper < 20, spent)

    def test_other_libraries(self) -> None:
        """Each form of each library is an event that the command prices, near its closed form."""

        def laplace(epsilon: float, scale: float) -> float:
            """Discrete Laplace noise at sensitivity 1: P - e^epsilon Q of the lower half."""
            decay = math.exp(-1 / scale)
            return (1 - math.exp(epsilon) * decay) / (1 + decay)

        with assay.Accountant() as accountant:
            counted = assay.Event.from_opendp(chained(COUNT, scale=2.0), ADD, distance=1)
            spent = accountant.epsilon(counted, delta=1e-3).upper
            self.assertAlmostEqual(laplace(spent, 2.0) / 1e-3, 1, places=5)
            spent = accountant.epsilon(
                assay.Event.from_flower(flower("poisson", "add-or-remove-one", (1.2, 10, 100))),
                delta=1e-6,
            )
            # Rényi orders of Flower's own test give 0.9759.
            self.assertTrue(0.5 < spent.lower <= spent.upper < 0.9759, spent)

    def test_a_gaussian_by_its_formula(self) -> None:
        """delta(epsilon) = Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu)."""

        def normal(x: float) -> float:
            return math.erfc(-x / math.sqrt(2)) / 2

        for adjacency, mu in (("add-remove", 1 / 1.1), ("replace-one", 2 / 1.1)):
            with assay.Accountant() as accountant:
                event = assay.Event.from_dp_accounting(GAUSSIAN, adjacency)
                spent = accountant.epsilon(event, delta=1e-5).upper
            delta = normal(mu / 2 - spent / mu) - math.exp(spent) * normal(-mu / 2 - spent / mu)
            self.assertAlmostEqual(delta / 1e-5, 1, places=6)

    def test_epsilon_of_an_accountant(self) -> None:
        opacus = assay.OpacusAccountant()
        for _ in range(1000):
            opacus.step(noise_multiplier=1.0, sample_rate=0.01)
        # The value that docs/guide/python.md shows for the same training.
        self.assertAlmostEqual(opacus.get_epsilon(1e-5), 1.8282366665, places=9)


if __name__ == "__main__":
    unittest.main()
