"""Tests of primitives and replays: broken mechanisms beside correct ones.

Those that need the command run where ASSAY says how to start it.
"""

from __future__ import annotations

import ast
import dis
import fractions
import functools
import math
import os
import pathlib
import random
import secrets
import statistics
import sys
import threading
import time
import unittest
from random import gauss as imported_gauss
from typing import Any, Callable, Optional

if os.environ.get("ASSAY_TEST_WITHOUT_NUMPY"):
    sys.modules["numpy"] = None  # type: ignore[assignment]  # importing it fails from here on

import assay
import assay_primitives
import assay_replay
from assay import primitives

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

NEEDS_ASSAY = unittest.skipUnless(os.environ.get("ASSAY"), "ASSAY does not say how to start it")
NEEDS_NUMPY = unittest.skipIf(numpy is None, "there is no NumPy")
PAIRS = [([], [1.0]), ([0.5, 0.25], [0.5, 0.25, 7.0]), ([1.0, -3.0], [1.0])]


def clipped(records: list[float]) -> float:
    return math.fsum(min(1.0, max(0.0, it)) for it in records if it == it)


def replay(function: Callable[..., Any], pairs: Any = PAIRS, **options: Any) -> assay_replay.Replay:
    return assay.replay(function, pairs=pairs, **options)


class VerdictTest(unittest.TestCase):
    """Verdicts, with the line that they name."""

    def finds(
        self, kind: str, function: Callable[..., Any], pairs: Any = PAIRS, **options: Any
    ) -> str:
        """The only finding has a kind, and a line of the function."""
        report = replay(function, pairs, **options)
        self.assertEqual([kind], sorted({it.kind for it in report.findings}), str(report))
        self.assertEqual("problems found", report.state)
        plain = getattr(function, "_function", function)
        first = plain.__code__.co_firstlineno
        lines = [line for _, line in dis.findlinestarts(plain.__code__) if line]
        file, _, line = report.findings[0].where.rpartition(":")
        self.assertTrue(__file__.endswith(file.lstrip("./")), file)
        self.assertTrue(first <= int(line) <= max(lines), f"{report} of {lines}")
        return str(report)

    def clean(self, function: Callable[..., Any], pairs: Any = PAIRS, **options: Any) -> None:
        report = replay(function, pairs, **options)
        self.assertEqual("none found", report.state, str(report))
        self.assertIn("this is not a proof", str(report))

    def undecided(
        self, why: str, function: Callable[..., Any], pairs: Any = PAIRS, **options: Any
    ) -> None:
        report = replay(function, pairs, **options)
        self.assertEqual("undecided", report.state, str(report))
        self.assertIn(why, str(report))
        self.assertNotIn("not a proof", str(report))


class DeclaredTest(VerdictTest):
    """Mechanisms that call primitives."""

    def test_sensitivity(self) -> None:
        text = self.finds("sensitivity", lambda d: primitives.laplace(sum(d), 1, 2))
        self.assertIn("laplace has sensitivity 1.0, and moved by 7.0 (l1), on pair 2", text)
        self.clean(lambda d: primitives.laplace(clipped(d), 1, 2))
        self.finds("sensitivity", lambda d: primitives.discrete_gaussian(2 * len(d), 1, 2))
        self.clean(lambda d: primitives.discrete_gaussian(2 * len(d), 2, 2))
        self.finds("sensitivity", lambda d: primitives.discrete_laplace(len(d), 0, 2))

    def test_the_norm_is_that_of_the_noise(self) -> None:
        def vector(d: list[float]) -> list[float]:
            return [3.0 * len(d), 4.0 * len(d)]

        self.clean(lambda d: primitives.gaussian(vector(d), 5, 1))
        self.finds("sensitivity", lambda d: primitives.gaussian(vector(d), 4.9999, 1))
        self.finds("sensitivity", lambda d: primitives.laplace(vector(d), 6.9999, 1))
        self.clean(lambda d: primitives.laplace(vector(d), 7, 1))
        self.clean(lambda d: primitives.choice("ab", vector(d), 4, 1))
        self.finds("sensitivity", lambda d: primitives.choice("ab", vector(d), 3.9999, 1))
        root = math.sqrt(2)
        self.clean(lambda d: primitives.gaussian([len(d), len(d)], root, 1))

    def test_values_that_are_not_finite(self) -> None:
        pairs = [([0.5], [0.5, math.nan])]
        self.finds("not finite", lambda d: primitives.laplace(sum(d), 1, 1), pairs)
        self.clean(lambda d: primitives.laplace(clipped(d), 1, 1), pairs)

    def test_noise_that_was_forgotten(self) -> None:
        text = self.finds("output", lambda d: primitives.laplace(clipped(d), 1, 1) / (1 + len(d)))
        self.assertIn("it depends on data beyond what was released: returned ", text)
        self.finds("output", lambda d: len(d))
        self.finds("output", lambda d: (primitives.laplace(clipped(d), 1, 1), str(type(sum(d)))))
        # This one fails on no data.
        self.finds("output", lambda d: primitives.laplace(sum(d) / len(d), 9, 1))
        self.clean(lambda d: max(0.0, primitives.laplace(clipped(d), 1, 1)) / 3)

    def test_parameters(self) -> None:
        self.finds("parameter", lambda d: primitives.laplace(clipped(d), 1, 1 + len(d)))
        self.finds("parameter", lambda d: primitives.laplace(clipped(d), 1 + len(d), 1))
        self.finds("parameter", lambda d: primitives.laplace(clipped(d), 1, 1 // 2))
        self.finds("parameter", lambda d: [primitives.poisson_sample(d, 0.5 / (1 + len(d))), 1][1])

    def test_control_flow(self) -> None:
        def branches(d: list[float]) -> float:
            return primitives.laplace(1, 0, 1) if len(d) > 2 else 0.0

        def kinds(d: list[float]) -> float:
            draw = primitives.laplace if len(d) > 2 else primitives.gaussian
            try:
                return float(draw(0, 1, 1))
            except:  # noqa: E722 - as careless code does
                return 0.0

        def adapts(d: list[float]) -> float:
            count = primitives.laplace(len(d), 1, 1)
            return primitives.laplace(clipped(d), 1, 2) if count > 1.5 else count

        self.finds("control flow", branches)
        self.finds("control flow", kinds)
        self.clean(adapts, recordings=12)
        self.finds("shape", lambda d: primitives.laplace([1.0] * len(d), 9, 1))

    def test_samples(self) -> None:
        def inside(d: list[float]) -> float:
            with primitives.poisson_sample(d, 0.1) as batch:
                return primitives.gaussian(clipped(batch), 1, 1)

        def outside(d: list[float]) -> float:
            with primitives.poisson_sample(d, 0.1):
                return primitives.gaussian(clipped(d), 1, 1)

        def rarely(d: list[float]) -> float:
            with primitives.poisson_sample(d, 1e-9) as batch:
                return primitives.gaussian(2 * max(0, len(batch) - 1), 1, 1)

        def often(d: list[float]) -> float:
            with primitives.poisson_sample(d, 1 - 1e-9):
                return primitives.gaussian(clipped(d), 1, 1)

        def outside_sum(d: list[float]) -> float:
            with primitives.poisson_sample(d, 0.1):
                return primitives.gaussian(sum(d), 1, 1)

        def no_neighbours(d: list[float]) -> float:
            with primitives.poisson_sample([it / (1 + len(d)) for it in d], 0.5) as batch:
                return primitives.gaussian(clipped(batch), 1, 1)

        self.clean(inside)
        self.assertEqual(("poisson(0.1, gaussian(1))",), replay(inside).events)
        self.finds("sample", outside)
        nan = [([0.5], [0.5, math.nan])]
        self.assertIn("sample", {it.kind for it in replay(outside_sum, nan).findings})
        self.assertIn("sample", {it.kind for it in replay(no_neighbours).findings})
        self.finds("output", lambda d: len(primitives.poisson_sample(d, 0.01)))
        replaced = [([1.0, 0.5], [1.0, 9.0])]
        self.clean(inside, replaced, adjacency="replace-one")
        self.finds("sample", outside, replaced, adjacency="replace-one")
        self.finds("sensitivity", rarely)
        self.finds("sample", often)

    def test_functions_that_are_declared(self) -> None:
        @assay.primitive("laplace", input="x", sensitivity=1, scale=lambda given: 1 / given["eps"])
        def own(x: float, eps: float = 0.5) -> float:
            return x + random.expovariate(eps) - random.expovariate(eps)

        @assay.primitive("laplace", input="x", sensitivity=1, scale=2)
        def nested(x: float) -> float:
            batch = primitives.poisson_sample([1, 2], 0.5)
            return own(x, eps=1) + primitives.laplace(0, 0, 1) + random.gauss(0, len(batch) + 1)

        def changed(d: list[float]) -> list[float]:
            noisy: list[float] = primitives.laplace([clipped(d)], 1, 2)
            noisy[0] += 1
            return noisy

        self.clean(changed)
        self.clean(lambda d: nested(clipped(d)))
        self.assertEqual(("laplace(2)",), replay(lambda d: nested(clipped(d))).events)
        self.assertIsInstance(own(3), float)
        self.clean(lambda d: own(clipped(d)))
        self.assertEqual(("laplace(4)",), replay(lambda d: own(len(d), eps=0.25)).events)
        self.finds("sensitivity", lambda d: own(2 * len(d)))
        self.finds("parameter", lambda d: primitives.laplace(1, math.nan, 1))
        self.undecided("failed with OverflowError", lambda d: primitives.laplace(10**400, 1, 1))
        self.finds("parameter", lambda d: len(d) + random.gauss(0, 1), sensitivity=math.nan)
        for wrong in (
            lambda: assay.primitive("laplas", input=0, sensitivity=1, scale=1),
            lambda: assay.primitive("laplace", input=0, sensitivity=1, sigma=1),
            lambda: assay.primitive("laplace", input="y", sensitivity=1, scale=1)(lambda x: x),
        ):
            self.assertRaises((ValueError, TypeError), wrong)

    def test_what_a_replay_cannot_see(self) -> None:
        @functools.lru_cache(maxsize=None)
        def remembered(count: int) -> float:
            return primitives.laplace(count, 1, 1)

        def threaded(d: list[float]) -> float:
            drawn: list[float] = []
            worker = threading.Thread(target=lambda: drawn.append(primitives.laplace(len(d), 1, 1)))
            worker.start()
            worker.join()
            return drawn[0]

        def timed(d: list[float]) -> tuple[float, int]:
            return primitives.laplace(clipped(d), 1, 1), time.perf_counter_ns()

        class Opaque:
            """Equal to itself alone."""

        self.undecided("on time, memory or randomness", lambda d: remembered(len(d)))
        self.undecided("noise of another thread", threaded)
        self.undecided("on time, memory or randomness", timed)
        self.undecided("on time, memory or randomness", lambda d: len(d) + int(os.urandom(2)[0]))
        hidden = lambda d: primitives.laplace(os.urandom(1)[0], 1, 1)  # noqa: E731
        self.undecided("had other true values", hidden)
        self.undecided("cannot be compared", lambda d: (primitives.laplace(1, 1, 1), Opaque())[1])
        self.undecided("no primitive was called", lambda d: 3)
        self.undecided("the run failed with KeyError", lambda d: {}["x"])

    def test_rounding_is_no_finding(self) -> None:
        rng = random.Random(3)
        many = [rng.uniform(0, 1e6) for _ in range(3000)]
        pairs = [(many, many[1:]), (many, many[:-1])]
        self.clean(lambda d: primitives.laplace(sum(d), 1e6, 1), pairs)
        self.clean(lambda d: primitives.laplace(sum(set(d)) / 1e6, 1, 1), pairs)
        absorbed = [([1], [1, 2])]
        self.finds("sensitivity", lambda d: primitives.laplace(1e16 + len(d), 1, 1), absorbed)
        mean = (1e9 + 1) / 3  # a value that no double is exact for
        self.clean(lambda d: primitives.laplace(mean * len(d), mean, 1), [([1] * 6, [1] * 7)])
        # Doubles near 1e8 / 3 are 2^-27 apart, and those near 1e10 / 3 are 2^-21 apart.
        near = replay(lambda d: primitives.laplace(1e8 / 3 + 0.1 * len(d), 0.1, 1), PAIRS[:2])
        self.assertEqual("none found", near.state, str(near))
        self.assertIn("rounding moved laplace beyond its sensitivity", str(near))
        pairs = [([1.0] * size, [1.0] * (size + 1)) for size in range(5)]
        far = lambda d: primitives.laplace(1e10 / 3 + 0.1 * len(d), 0.1, 1)  # noqa: E731
        self.finds("sensitivity", far, pairs)
        text = self.finds("sensitivity", lambda d: primitives.laplace(1.00001 * len(d), 1, 1))
        self.assertIn("moved by 1.00001", text)


class FollowedTest(VerdictTest):
    """Mechanisms whose noise comes from ``random`` and NumPy."""

    def test_sums_with_noise(self) -> None:
        def laplace(d: list[float], rng: random.Random) -> float:
            return clipped(d) + rng.expovariate(0.5) - rng.expovariate(0.5)

        def scaled(d: list[float]) -> float:
            noise = random.expovariate(1) - random.expovariate(1)
            return clipped(d) - 2 * noise

        for function in (laplace, scaled):
            self.clean(function, sensitivity=1)
            self.assertEqual(("laplace(2)",), replay(function, sensitivity=1).events)
            self.undecided("the sensitivity of its true value is unknown", function)
        self.clean(lambda d: random.gauss(clipped(d), 3), PAIRS[::-1], sensitivity=1)
        self.clean(lambda d: clipped(d) + imported_gauss(0, 3), sensitivity=1)
        self.clean(lambda d: [sum([clipped(d), random.gauss(0, 3)])], sensitivity=1)
        self.clean(lambda d: -(random.gauss(0, 3) - clipped(d)) / 2, sensitivity=1)

    def test_faults(self) -> None:
        def branches(d: list[float]) -> float:
            return clipped(d) + random.gauss(0, 1) if len(d) > 2 else 0.0

        def constant(d: list[float]) -> float:
            return clipped(d) + random.Random(7).gauss(0, 1)

        def seeded(d: list[float]) -> float:
            random.seed(7)
            return clipped(d) + random.gauss(0, 1)

        def twice(d: list[float]) -> tuple[float, float]:
            noise = random.gauss(0, 1)
            return clipped(d) + noise, len(d) + noise

        def doubled(d: list[float]) -> tuple[float, float]:
            noise = random.gauss(0, 1)
            return len(d) + noise, len(d) + 2 * noise

        def mirrored(d: list[float]) -> tuple[float, float]:
            noise = random.gauss(0, 1)
            return len(d) + noise, len(d) - noise

        def turned(d: list[float]) -> tuple[float, float]:
            noise = random.gauss(0, 1)
            return len(d) + noise, noise - len(d)

        def same(d: list[float]) -> tuple[float, float]:
            noise = random.gauss(0, 1)
            return len(d) + noise, 2 * len(d) + 2 * noise

        self.finds("sensitivity", lambda d: sum(d) + random.gauss(0, 1), sensitivity=1)
        unclipped = lambda d: sum(d) + random.gauss(0, 1)  # noqa: E731
        line = unclipped.__code__.co_firstlineno
        self.finds("sensitivity", unclipped, sensitivity={line: 1})
        self.clean(unclipped, sensitivity={line: 7})
        self.undecided("is unknown", unclipped, sensitivity={line + 1: 7})
        self.finds("output", lambda d: (clipped(d) + random.gauss(0, 1), len(d)), sensitivity=1)
        self.finds("parameter", lambda d: clipped(d) + random.gauss(0, 1 + len(d)), sensitivity=1)
        self.finds("parameter", lambda d: clipped(d) + random.gauss(0, 0), sensitivity=1)
        self.finds("control flow", branches, sensitivity=1)
        self.finds("noise", constant, sensitivity=1)
        self.finds("noise", seeded, sensitivity=1)
        for function in (twice, doubled, mirrored, turned):
            self.undecided("between which a difference has no noise", function, sensitivity=2)
        self.clean(same, sensitivity=1)
        self.assertEqual(("gaussian(1)",), replay(same, sensitivity=1).events)
        self.finds("sensitivity", lambda d: len(d) + random.gauss(len(d), 1), sensitivity=1)
        self.clean(lambda d: len(d) + random.gauss(len(d), 1), sensitivity=2)
        nan = [([0.5], [0.5, math.nan])]
        self.finds("not finite", lambda d: sum(d) + random.gauss(0, 1), nan, sensitivity=1)

    def test_what_is_not_followed(self) -> None:
        def inverse(d: list[float]) -> float:
            u = random.random() - 0.5
            return len(d) - math.copysign(math.log(1 - 2 * abs(u)), u)

        def noise_first(d: list[float]) -> float:
            total = random.gauss(0, 1)
            for record in d:
                total += record
            return total

        def projected(d: list[float]) -> float:
            rng = random.Random(7)  # public
            return primitives.gaussian(sum(clipped([it]) * rng.gauss(0, 1) for it in d), 3, 1)

        def lopsided(d: list[float]) -> float:
            return len(d) + (random.expovariate(1) - random.expovariate(2))

        def leaks(d: list[float]) -> tuple[float, float]:
            noise = random.gauss(0, 1)
            return len(d) + noise, float(noise)

        def later(d: list[float]) -> float:
            random.random()
            return primitives.laplace(2 * len(d), 1, 1)

        def scaled(d: list[float]) -> float:
            return math.fsum([len(d), random.gauss(0, 1 + len(d))])

        self.undecided("sensitivity differed, but draws before were not followed", later)
        scales = replay(scaled, sensitivity=1)
        self.assertIn("parameter: scale of gaussian depends on the data", str(scales))
        self.assertEqual(("problems found", ()), (scales.state, scales.events))
        self.undecided("random.random is not followed", inverse, sensitivity=1)
        self.undecided("was added to", noise_first, sensitivity=9)
        self.undecided("not added", lopsided, sensitivity=1)
        for times in (lambda d: len(d), lambda d: 0):  # noqa: E731
            noisy = lambda d: len(d) + times(d) * random.gauss(0, 1)  # noqa: E731
            self.undecided("multiplied by", noisy, sensitivity=1)
        pairs = [([1.0, 0.5], [1.0, 0.75])]
        self.undecided("multiplied by", projected, pairs, adjacency="replace-one", sensitivity=1)
        self.undecided("on time, memory or randomness", leaks, sensitivity=1)
        self.undecided("getrandbits is not followed", lambda d: len(d) + secrets.randbelow(9))
        exact = lambda d: math.fsum([len(d), random.gauss(0, 1)])  # noqa: E731
        self.undecided("not added", exact, sensitivity=1)
        one_sided = replay(lambda d: len(d) + random.expovariate(1), sensitivity=1)
        self.assertEqual(("undecided", ()), (one_sided.state, one_sided.events))
        self.assertIn("one-sided", str(one_sided))

    def test_shared_noise_is_not_accused(self) -> None:
        def prefixes(d: list[float]) -> tuple[float, float]:
            first, second = random.gauss(0, 1), random.gauss(0, 1)
            return clipped(d[:1]) + first, clipped(d) + first + second

        def above_threshold(d: list[float]) -> list[bool]:
            threshold = random.expovariate(1) - random.expovariate(1)
            queries = (len(d), clipped(d), 1.0)
            noise = [random.expovariate(0.5) - random.expovariate(0.5) for _ in queries]
            return [q - threshold > 1 + z for q, z in zip(queries, noise)]

        for function in (prefixes, above_threshold):
            self.undecided("a difference has no noise", function, sensitivity=1)

    def test_a_noisy_branch_is_not_accused(self) -> None:
        def adapts(d: list[float]) -> float:
            count = len(d) + random.gauss(0, 1)
            return clipped(d) + random.gauss(0, 2) if count > 1.5 else count + 5

        report = replay(adapts, sensitivity=1, recordings=12)
        self.assertEqual("none found", report.state, str(report))
        self.assertEqual({"gaussian(1)", "gaussian(1) then gaussian(2)"}, set(report.events))

    def test_generators_are_left_as_they_were(self) -> None:
        random.seed(5)
        before, functions = random.getstate(), (random.gauss, random.Random.gauss, random.random)
        replay(lambda d: len(d) + random.gauss(0, 1))
        self.assertEqual(before, random.getstate())
        self.assertEqual(functions, (random.gauss, random.Random.gauss, random.random))
        self.assertNotIn("random", vars(random.Random))
        self.assertIs(imported_gauss, random.gauss)
        self.assertIs(float, type(random.gauss(0, 1)))

    @NEEDS_NUMPY
    def test_numpy(self) -> None:
        def counts(d: list[float]) -> Any:
            return numpy.array([len(d), 0.0])

        @assay.mechanism(generator=numpy.random.default_rng)
        def vector(d: list[float], rng: Any) -> Any:
            return counts(d) + rng.laplace(0, 2, size=2)

        def in_place(d: list[float]) -> Any:
            sums = counts(d)
            sums += 2 * numpy.random.default_rng().normal(size=2)
            return numpy.maximum(sums, 0)

        def written(d: list[float]) -> Any:
            sums = counts(d)
            numpy.add(sums, numpy.random.normal(size=2), out=sums)
            return sums

        def broadcast(d: list[float]) -> Any:
            return numpy.ones((2, 1)) * len(d) + numpy.random.normal(size=2)

        self.clean(vector, sensitivity=1)
        self.assertEqual(("laplace(2)",), replay(vector, sensitivity=1).events)
        self.clean(written, sensitivity=1)
        self.clean(in_place, sensitivity=1)
        self.assertEqual(("gaussian(2)",), replay(in_place, sensitivity=1).events)
        self.clean(lambda d: numpy.random.laplace(counts(d), 2.0), sensitivity=1)
        self.clean(lambda d: float(numpy.float64(len(d)) + random.gauss(0, 1)), sensitivity=1)
        self.clean(lambda d: numpy.clip(len(d) + random.gauss(0, 1), 0, 5), sensitivity=1)
        self.clean(lambda d: primitives.gaussian(counts(d), 1, 1))
        normal, library = numpy.random.normal, numpy.random
        self.undecided("on time, memory or randomness", lambda d: len(d) + float(normal()))
        self.finds("sensitivity", lambda d: 2 * counts(d) - library.normal(size=2), sensitivity=1)
        cut = lambda d: (counts(d) + library.normal(size=2))[: len(d)]  # noqa: E731
        self.finds("output", cut, sensitivity=1)
        self.undecided("not added", broadcast, sensitivity=2)
        self.undecided("numpy.random.uniform", lambda d: len(d) + numpy.random.uniform())
        self.assertEqual((2, 1), primitives.laplace(numpy.ones((2, 1)), 1, 1).shape)


class ReuseTest(VerdictTest):
    """Noise, samples and arrays that are used twice."""

    def test_samples(self) -> None:
        def after_inner(d: list[float]) -> float:
            with primitives.poisson_sample(d, 0.5) as batch:
                with primitives.poisson_sample(batch, 0.5) as part:
                    primitives.laplace(clipped(part), 1, 1)
                return primitives.laplace(clipped(d), 1, 1)

        def one_of_two(d: list[float]) -> float:
            one, two = primitives.poisson_sample(d, 0.5), primitives.poisson_sample(d, 0.5)
            with one, two:
                return primitives.laplace(clipped(two), 1, 1)

        def nested(d: list[float]) -> tuple[float, float]:
            with primitives.poisson_sample(d, 0.5) as batch:
                with primitives.poisson_sample(batch, 0.5) as part:
                    inner = primitives.laplace(clipped(part), 1, 1)
                return inner, primitives.laplace(clipped(batch), 1, 1)

        def again(d: list[float]) -> float:
            sample = primitives.poisson_sample(d, 0.5)
            with sample:
                primitives.laplace(clipped(sample), 1, 1)
            with sample:
                return primitives.laplace(clipped(sample), 1, 1)

        self.finds("sample", after_inner)
        self.finds("sample", one_of_two)
        self.clean(nested)
        self.undecided("was entered twice", again)
        self.undecided("was entered twice", again, recordings=1)

    def test_a_replaced_record_is_not_priced_as_added(self) -> None:
        def padded(d: list[float]) -> float:
            records = d + [0.0] * (5 - len(d))
            with primitives.poisson_sample(records, fractions.Fraction(1, 2)) as batch:
                return primitives.laplace(clipped(batch) + 1000 * len(batch), 1, 1)

        nobody: Any = object()
        self.undecided(
            "was replaced", padded, event="pure(9)", adjacency="add-remove", accountant=nobody
        )
        self.assertEqual(("poisson(0.5, laplace(1))",), replay(padded).events)

    def test_half_of_a_pair(self) -> None:
        def draw() -> float:
            return random.expovariate(1)

        def middle(d: list[float]) -> tuple[float, float]:
            total = clipped(d) + draw()
            return total, total - draw()

        def before(d: list[float]) -> tuple[float, float]:
            one, two = draw(), draw()
            lone = clipped(d) + one
            return clipped(d) + (one - two), lone

        def after(d: list[float]) -> tuple[float, float]:
            one, two = draw(), draw()
            both = 2 * one - 2 * two
            return clipped(d) + both, clipped(d) + one

        def subtracted(d: list[float]) -> tuple[float, float]:
            one, two = draw(), draw()
            both = one - two
            return clipped(d) + both, clipped(d) - two

        for function in (middle, before, after, subtracted):
            self.undecided("output differed", function, sensitivity=1)
        self.clean(lambda d: clipped(d) + 3 * (draw() - draw()), sensitivity=1)
        self.clean(lambda d: clipped(d) + draw() - draw(), sensitivity=1)

    def test_equal_seeds(self) -> None:
        def equal(d: list[float]) -> tuple[float, float]:
            seed = time.time_ns()
            one, two = random.Random(seed), random.Random(seed)
            return clipped(d) + one.gauss(0, 1), len(d) + two.gauss(0, 1)

        def means(d: list[float]) -> tuple[float, float]:
            seed = time.time_ns()
            one, two = random.Random(seed), random.Random(seed)
            return one.gauss(clipped(d), 1), two.gauss(len(d), 2)

        def many(d: list[float]) -> list[float]:
            return [clipped(d) + random.gauss(0, 1) for _ in range(100)]

        self.undecided("noise is equal to that of", equal, sensitivity=1)
        self.undecided("noise is equal to that of", means, sensitivity=1)
        self.clean(many, sensitivity=1)

    def test_a_helper_with_a_mean_and_without(self) -> None:
        def draw(mean: float) -> float:
            return random.gauss(mean, 1)

        def both(d: list[float]) -> tuple[float, float]:
            return draw(clipped(d)), math.fsum([clipped(d), draw(0)])

        self.undecided("draws before were not followed", both, sensitivity=1)
        self.clean(lambda d: (draw(clipped(d)), clipped(d) + draw(0)), sensitivity=1)

    def test_a_program_that_ends_is_a_failure(self) -> None:
        def ends(d: list[float]) -> None:
            primitives.laplace(0, 0, 1)
            if len(d) > 2:
                sys.exit(3)

        self.finds("output", ends)

    @NEEDS_NUMPY
    def test_entries_that_are_written(self) -> None:
        def sums(d: list[float]) -> Any:
            return numpy.array([clipped(d), 0.0]) + numpy.random.laplace(size=2)

        def into_noise(d: list[float]) -> Any:
            noise = numpy.random.laplace(size=2)
            noise[0] += sum(d)
            return numpy.array([clipped(d), 0.0]) + noise

        def into_sum(d: list[float]) -> Any:
            noisy = sums(d)
            noisy[1] = sum(d)
            return noisy + 0

        def through_a_view(d: list[float]) -> Any:
            noisy = sums(d)
            noisy[1:].fill(sum(d))
            return noisy + 0

        def public(d: list[float]) -> Any:
            noisy = sums(d)
            noisy[noisy < 0] = 0
            return noisy + 1

        def in_place(d: list[float]) -> Any:
            noise = numpy.random.default_rng(numpy.random.default_rng()).laplace(size=2)
            noise += numpy.array([clipped(d), 0.0])
            return noise

        def single(d: list[float]) -> Any:
            return clipped(d) + numpy.random.default_rng().standard_normal(dtype=numpy.float32)

        self.undecided("was not added to a value", into_noise, sensitivity=1)
        self.finds("output", into_sum, sensitivity=1)
        self.finds("output", through_a_view, sensitivity=1)
        for function in (public, in_place, single):
            self.clean(function, sensitivity=1)


class CostTest(VerdictTest):
    """What was drawn beside what was claimed."""

    accountant: Optional[assay.Accountant] = None

    @classmethod
    def setUpClass(cls) -> None:
        if os.environ.get("ASSAY"):
            cls.accountant = assay.Accountant()
            cls.addClassCleanup(cls.accountant.close)

    @NEEDS_ASSAY
    def test_claims_and_events(self) -> None:
        def two(d: list[float]) -> Any:
            return primitives.laplace(clipped(d), 1, 4), primitives.laplace(len(d), 1, 4)

        def one(d: list[float]) -> Any:
            return primitives.gaussian(clipped(d), 1, 2)

        asked = {"accountant": self.accountant, "recordings": 1}
        relation = "add-remove"
        for claim, other, function in (
            (assay.Claim.pure(0.5, relation), assay.Claim.pure(0.49, relation), two),
            (
                assay.Claim.approximate(0.4, 0.025, relation),
                assay.Claim.approximate(0.4, 0.0249, relation),
                two,
            ),
            (assay.Claim.zcdp(0.125, relation), assay.Claim.zcdp(0.124, relation), one),
            (assay.Claim.gaussian(0.5, relation), assay.Claim.gaussian(0.49, relation), one),
            (
                assay.Claim.event("gaussian(2)", 1e-6, relation),
                assay.Claim.event("gaussian(2.1)", 1e-6, relation),
                one,
            ),
        ):
            self.clean(function, claim=claim, **asked)
            self.finds("cost", function, claim=other, **asked)
        wide = lambda d: primitives.gaussian(len(d), 1, 100)  # noqa: E731
        self.finds("cost", wide, claim=assay.Claim.pure(9, relation), **asked)
        self.clean(one, event="gaussian(1.9)", adjacency=relation, **asked)
        text = self.finds("cost", one, event="gaussian(4)", adjacency=relation, **asked)
        self.assertIn("gaussian(2) was drawn, all of it released: epsilon at delta", text)
        self.undecided("was not priced", two, claim=assay.Claim({"renyi": {}}, relation), **asked)

    @NEEDS_ASSAY
    def test_orders_at_which_sampling_helps_no_more(self) -> None:
        def sampled(d: list[float]) -> Any:
            with primitives.poisson_sample(d, 0.001) as batch:
                return primitives.gaussian(clipped(batch), 1, 4)

        asked: Any = {"accountant": self.accountant, "recordings": 1}
        self.finds("cost", sampled, claim=assay.Claim.zcdp(0.001, "add-remove"), **asked)
        self.clean(sampled, claim=assay.Claim.zcdp(1 / 32, "add-remove"), **asked)

    @NEEDS_ASSAY
    def test_what_was_not_followed_is_not_priced(self) -> None:
        asked = {"accountant": self.accountant, "claim": assay.Claim.pure(9, "add-remove")}
        self.undecided("is unknown", lambda d: len(d) + random.gauss(0, 1), **asked)
        self.undecided("getrandbits", lambda d: len(d) + secrets.randbelow(9), **asked)

    def test_a_wide_interval_decides_nothing(self) -> None:
        class Wide:
            """An accountant that knows little."""

            def delta(self, *_: Any) -> assay.Bound:
                return assay.Bound(0.0, 0.5)

        claim = assay.Claim.approximate(1, 0.1, "add-remove")
        why = "the cost of laplace(2): delta at epsilon 1 [0, 0.5], claimed 0.1"
        function = lambda d: primitives.laplace(len(d), 1, 2)  # noqa: E731
        self.undecided(why, function, claim=claim, accountant=Wide())

    def test_events_are_rounded_safely(self) -> None:
        def event(function: Callable[..., Any]) -> str:
            (text,) = replay(function).events
            return text

        self.assertEqual("laplace(2)", event(lambda d: primitives.laplace(0, 3, 6)))
        self.assertEqual("laplace(1/3)", event(lambda d: primitives.laplace(0, 3, 1)))
        self.assertEqual("laplace(0.1/0.3)", event(lambda d: primitives.laplace(0, 0.3, 0.1)))
        self.assertEqual(
            "discrete-laplace(3, sensitivity=2) then 2 x discrete-gaussian(1.5)",
            event(
                lambda d: [
                    primitives.discrete_laplace(0, 2, 3),
                    primitives.discrete_gaussian([0, 0], 1, 1.5),
                    primitives.discrete_gaussian(0, 1, 1.5),
                    primitives.laplace(0, 0, 1),
                    primitives.uniform(),
                ]
            ),
        )
        choice = event(lambda d: primitives.exponential_mechanism([0.0, 1.0], 2, 0.3))
        self.assertEqual("exponential-mechanism(0.3)", choice)


class QuestionTest(unittest.TestCase):
    """What is refused, and how reports read."""

    def test_what_is_refused(self) -> None:
        for wrong in (
            {"pairs": []},
            {"pairs": [([], [1])], "recordings": 0},
            {"pairs": [([], [1])], "event": "laplace(1)"},
            {"data": [1], "pairs": [([], [1])]},
            {"data": [1]},
            {},
            {"pairs": [([], [1, 2])], "adjacency": "add-remove"},
            {"pairs": [([1], [1, 2])], "adjacency": "replace-one"},
            {"pairs": [([], [1])], "neighbours": "believed"},
            {"pairs": [([1], [1])], "claim": assay.Claim.pure(1, "add-remove")},
        ):
            with self.assertRaises((ValueError, TypeError)):
                assay.replay(len, **wrong)  # type: ignore[arg-type]
        trusted = {"adjacency": "add-remove", "neighbours": "trusted"}
        report = assay.replay(lambda d: 3, [5, 4], [5, 5], **trusted)
        self.assertEqual("undecided", report.state)
        with self.assertRaises(TypeError):
            assay.replay("noisy.py:count", [], [1])  # type: ignore[arg-type]
        with self.assertRaises(TypeError):
            assay.replay(assay.mechanism(batch=True)(lambda d, runs: [1]), [], [1])

    def test_both_directions_are_tried(self) -> None:
        seen: list[int] = []
        assay.replay(lambda d: seen.append(len(d)), [], [1], recordings=1)
        self.assertEqual([0, 1, 1, 0, 0, 1], seen)  # the last two are replays on the same data

    def test_reports(self) -> None:
        own = {"adjacency": "add-remove"}
        report = assay.replay(lambda d: primitives.laplace(len(d), 1, 2), [], [1], **own)
        expected = "replay found none in 1 pair, 12 recordings: this is not a proof"
        self.assertEqual(f"{expected}\n  drawn: laplace(2)", str(report))
        for options in ({}, {**own, "neighbours": "trusted"}):
            trusted = assay.replay(lambda d: primitives.laplace(len(d), 1, 2), [], [1], **options)
            self.assertIn("neighbours is taken on trust", str(trusted))
        found = assay.replay(lambda d: primitives.laplace(2 * len(d), 1, 2), [], [1])
        head = "replay found 1 problem in 1 pair, 12 recordings\n"
        self.assertTrue(str(found).startswith(head), str(found))

    def test_distances_are_exact(self) -> None:
        one, other = [1e16, 0.1, 5], [1.0, 0.3, 5]
        exact = sum(abs(fractions.Fraction(a) - fractions.Fraction(b)) for a, b in zip(one, other))
        self.assertEqual(exact, assay_replay._distance("l1", one, other))
        self.assertEqual(5, assay_replay._distance("l2", [0, 0], [3, 4]))
        root = assay_replay._distance("l2", [0, 0], [1, 1])
        self.assertTrue(0 <= 2 - root**2 < fractions.Fraction(1, 2**90))


class LawTest(unittest.TestCase):
    """The noise of primitives. Seeded; each bound is six standard deviations of its estimate."""

    def test_spreads(self) -> None:
        rng, runs = random.Random(11), 40_000
        cases = (
            (lambda: assay_primitives._laplace(3, rng), 18.0, 6.0),
            (lambda: assay_primitives._discrete_laplace(3, rng), _variance(3), 6.2),
            (lambda: assay_primitives._discrete_gaussian(2.5, rng), 6.25, 3.0),
        )
        for draw, variance, kurtosis in cases:
            drawn = [draw() for _ in range(runs)]
            off = 6 * math.sqrt(variance / runs)
            self.assertLess(abs(statistics.fmean(drawn)), off)
            spread = statistics.fmean(it * it for it in drawn)
            self.assertLess(abs(spread / variance - 1), 6 * math.sqrt((kurtosis - 1) / runs))

    def test_choices(self) -> None:
        draws = [primitives.choice("ab", [2.0, 0.0], 1, 1) for _ in range(20_000)]
        share, expected = draws.count("a") / len(draws), 1 / (1 + math.exp(-1))
        self.assertLess(abs(share - expected), 6 * math.sqrt(0.25 / len(draws)))

    def test_the_modules_are_for_python_3_9(self) -> None:
        for name in ("assay_primitives.py", "assay_follow.py", "assay_replay.py"):
            source = pathlib.Path(assay_replay.__file__).with_name(name).read_text(encoding="utf-8")
            ast.parse(source, feature_version=(3, 9))


def _variance(scale: float) -> float:
    """The variance of discrete Laplace noise."""
    ratio = math.exp(-1 / scale)
    return 2 * ratio / (1 - ratio) ** 2


if __name__ == "__main__":
    unittest.main()
