"""Tests of the log: what it writes, and what an optimizer that is attached makes it write."""

from __future__ import annotations

import ast
import json
import math
import pathlib
import random
import tempfile
import unittest
from typing import Any, Callable, Optional

import assay
import assay_log

MODULE = pathlib.Path(__file__).resolve().parent / "assay_log.py"


class Parameter:
    """A parameter of two entries."""

    def __init__(self) -> None:
        self.summed_grad: list[float] = [0.0, 0.0]
        self.grad: list[float] = [0.0, 0.0]


class FakeOptimizer:
    """An optimizer with the attributes and the order of calls that an attached log relies on."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.params = [Parameter(), Parameter()]
        self.noise_multiplier = 1.5
        self.max_grad_norm = 2.0
        self.expected_batch_size = 4
        self.loss_reduction = "mean"
        self.accumulated_iterations = 1
        self.grad_samples: list[list[list[float]]] = [[], []]
        self.step_hook: Optional[Callable[[Any], None]] = None
        self.added: list[float] = []

    def attach_step_hook(self, hook: Callable[[Any], None]) -> None:
        self.step_hook = hook

    def clip_and_accumulate(self) -> None:
        for parameter, samples in zip(self.params, self.grad_samples):
            for sample in samples:
                parameter.summed_grad = [s + x for s, x in zip(parameter.summed_grad, sample)]

    def step(self, skip: bool = False) -> None:
        self.clip_and_accumulate()
        if skip:
            return
        self.added = []
        divisor = self.expected_batch_size if self.loss_reduction == "mean" else 1
        for parameter in self.params:
            noise = [self.rng.gauss(0, self.noise_multiplier * self.max_grad_norm) for _ in "ab"]
            self.added += noise
            parameter.grad = [(s + z) / divisor for s, z in zip(parameter.summed_grad, noise)]
        if self.step_hook:
            self.step_hook(self)
        for parameter in self.params:
            parameter.summed_grad = [0.0, 0.0]


class TrainingLogTest(unittest.TestCase):
    """What is written."""

    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.path = pathlib.Path(directory.name) / "run.jsonl"

    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.path.read_text(encoding="utf-8").splitlines()]

    def test_declaration_and_steps(self) -> None:
        with assay.TrainingLog(
            self.path, records=10, clip_norm=1, noise_multiplier=1.1, divisor_is_fixed=True
        ) as log:
            log.step(batch=[3, "a"], divisor=4, norms=[1, 0.5], noise=(0.25, -2), microbatches=2)
            log.step(batch_size=0, noise_squares=2.5, noise_dimension=3, noise_scale=1.1)
        declared = {
            "records": 10,
            "clip_norm": 1,
            "noise_multiplier": 1.1,
            "divisor": "fixed beforehand",
        }
        first = {
            "step": 1,
            "batch_size": 2,
            "members": [3, "a"],
            "divisor": 4.0,
            "microbatches": 2,
            "norms": [1.0, 0.5],
            "noise": [0.25, -2.0],
        }
        second = {
            "step": 2,
            "batch_size": 0,
            "noise_squares": 2.5,
            "noise_scale": 1.1,
            "noise_dimension": 3,
        }
        self.assertEqual([{"run": declared}, first, second], self.lines())

    def test_what_is_refused(self) -> None:
        with assay.TrainingLog(self.path) as log:
            for wrong in (
                {},
                {"batch": [1], "batch_size": 2},
                {"batch": [1.5]},
                {"batch_size": 1, "noise": [math.nan]},
                {"batch_size": 1, "largest_norm": math.inf},
            ):
                with self.assertRaises(ValueError):
                    log.step(**wrong)  # type: ignore[arg-type]
        self.assertEqual([{"run": {}}], self.lines())
        with self.assertRaises(FileExistsError):
            assay.TrainingLog(self.path)

    def test_a_log_that_is_continued(self) -> None:
        with assay.TrainingLog(self.path, records=10) as log:
            log.step(batch_size=1)
        with assay.TrainingLog(self.path, records=10, append=True) as log:
            log.step(batch_size=2)
        self.assertEqual([1, 2], [line["step"] for line in self.lines()[1:]])
        self.assertEqual(3, len(self.lines()))

    def test_an_optimizer_that_is_attached(self) -> None:
        optimizer = FakeOptimizer(random.Random(1))
        accounted: list[int] = []
        optimizer.attach_step_hook(lambda _: accounted.append(1))
        with assay.TrainingLog(self.path, records=10) as log:
            log.attach(optimizer, coordinates=3)
            log.members([5, 6])
            optimizer.grad_samples = [[[1.0, 0.0], [0.0, 2.0]], [[0.5, 0.5], [0.0, 0.0]]]
            optimizer.step(skip=True)
            log.members([7])
            optimizer.grad_samples = [[[1.0, 1.0]], [[0.0, 1.0]]]
            optimizer.step()
            self.check(self.lines()[1], optimizer.added, 3, 4.0, [5, 6, 7], 2)
            optimizer.loss_reduction = "sum"
            log.members([8])
            optimizer.step()
            self.check(self.lines()[2], optimizer.added, 1, 1.0, [8], 1)
            optimizer.step()
        self.assertNotIn("members", self.lines()[3])
        self.assertEqual([1, 1, 1], accounted)

    def check(
        self, line: Any, added: list[float], size: int, divisor: float, members: list[int], parts: int
    ) -> None:
        self.assertEqual(size, line["batch_size"])
        self.assertEqual(members, line["members"])
        self.assertEqual(divisor, line["divisor"])
        self.assertEqual(2.0, line["clip_norm"])
        self.assertEqual(parts, line["microbatches"])
        self.assertEqual(3, len(line["noise"]))
        for logged, drawn in zip(line["noise"], added):
            self.assertAlmostEqual(drawn, logged, places=12)

    def test_members_that_do_not_fit(self) -> None:
        optimizer = FakeOptimizer(random.Random(1))
        with assay.TrainingLog(self.path) as log:
            log.attach(optimizer)
            log.members([1, 2])
            optimizer.grad_samples = [[[1.0, 0.0]], [[0.5, 0.5]]]
            with self.assertRaises(ValueError):
                optimizer.step()

    def test_it_is_found_by_its_name(self) -> None:
        self.assertIs(assay_log.TrainingLog, assay.TrainingLog)
        with self.assertRaises(AttributeError):
            assay.TrainingLogs

    def test_the_module_is_for_python_3_9(self) -> None:
        ast.parse(MODULE.read_text(encoding="utf-8"), feature_version=(3, 9))


if __name__ == "__main__":
    unittest.main()
