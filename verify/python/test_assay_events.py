"""Tests of assay_events.py; those that need the command run where ASSAY says how to start it."""

from __future__ import annotations

import collections
import dataclasses
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
