"""Tests of assay.py; those that need the command run where ASSAY says how to start it."""

from __future__ import annotations

import ast
import fractions
import json
import linecache
import math
import multiprocessing
import multiprocessing.queues
import os
import pathlib
import random
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import types
import unittest
from typing import Any, Callable
from unittest import mock

if os.environ.get("ASSAY_TEST_WITHOUT_NUMPY"):
    sys.modules["numpy"] = None  # type: ignore[assignment]  # importing it fails from here on

import assay

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

MODULE = pathlib.Path(assay.__file__).resolve()
NEEDS_ASSAY = unittest.skipUnless(os.environ.get("ASSAY"), "ASSAY does not say how to start it")
NEEDS_NUMPY = unittest.skipIf(numpy is None, "there is no NumPy")


def noisy_sum(records: list[float], rng: random.Random) -> float:
    """Laplace noise of scale 1."""
    return sum(records) + rng.expovariate(1) - rng.expovariate(1)


@assay.mechanism
def half_the_noise(records: list[float], rng: random.Random) -> float:
    """Laplace noise of scale one half."""
    return sum(records) + (rng.expovariate(1) - rng.expovariate(1)) / 2


def tells_nan(records: list[float], rng: random.Random) -> float:
    """Whether there is a NaN, and noise that hides nothing of it."""
    return float(any(isinstance(it, float) and math.isnan(it) for it in records)) + rng.random() / 2


def unsuitable(records: list[float]) -> set[float]:
    """What is not audited."""
    return set(records)


def bits(number: float) -> bytes:
    """All bits of a double."""
    return struct.pack("<d", number)


def answers(
    function: Any, dataset: Any = 0, runs: int = 1, seed: int = 1, **options: Any
) -> list[Any]:
    """What a function answers to a request."""
    made = assay._as_mechanism(function, **options)
    line = made.answer(json.dumps({"dataset": dataset, "runs": runs, "seed": seed}))
    assert "\n" not in line
    outputs: list[Any] = json.loads(line)["outputs"]
    return outputs


class AnswersTest(unittest.TestCase):
    """Requests in, outputs out."""

    def test_one_output_for_each_run(self) -> None:
        outputs = answers(noisy_sum, [1, 0, 1], runs=64)
        self.assertEqual(64, len(outputs))
        self.assertEqual(64, len(set(outputs)))

    def test_the_seed_decides(self) -> None:
        for function in (noisy_sum, lambda records: random.random()):
            same = [answers(function, [1], runs=3, seed=2**53 - 1) for _ in range(2)]
            self.assertEqual(same[0], same[1])
            self.assertNotEqual(same[0], answers(function, [1], runs=3, seed=7))

    def test_any_generator(self) -> None:
        self.assertEqual([5], answers(lambda dataset, seed: seed, seed=5, generator=int))

    def test_an_argument_with_a_default_is_no_generator(self) -> None:
        self.assertEqual([2], answers(lambda dataset, scale=2: scale))

    def test_doubles_bit_for_bit(self) -> None:
        numbers = [-0.0, 5e-324, 2.2250738585072014e-308, sys.float_info.max, 0.1, 1 / 3, 1e23]
        source = random.Random(7)
        while len(numbers) < 2000:
            number = struct.unpack("<d", source.randbytes(8))[0]
            if math.isfinite(number):
                numbers.append(number)
        left = iter(numbers)
        outputs = answers(lambda dataset: next(left), runs=len(numbers))
        self.assertEqual([bits(it) for it in numbers], [bits(it) for it in outputs])
        together = answers(lambda dataset: numbers)[0]
        self.assertEqual([bits(it) for it in numbers], [bits(it) for it in together])

    def test_what_is_no_number(self) -> None:
        made = assay.Mechanism(lambda dataset: [math.nan, math.inf, -math.inf, None, True, "a\nü"])
        line = made.answer('{"dataset":0,"runs":1,"seed":1}')
        self.assertEqual(
            '{"outputs": [[NaN, Infinity, -Infinity, null, true, "a\\n\\u00fc"]]}', line
        )

    def test_whole_numbers_are_not_doubles(self) -> None:
        made = assay.Mechanism(lambda dataset: [3, 3.0, 2**60])
        line = made.answer('{"dataset":0,"runs":1,"seed":1}')
        self.assertIn("[3, 3.0, 1152921504606846976]", line)

    def test_bare_nan_in_datasets(self) -> None:
        self.assertEqual([True], answers(math.isnan, math.nan))

    def test_an_exception_is_the_outcome_of_its_run(self) -> None:
        def fails(dataset: Any, rng: random.Random) -> int:
            if rng.random() < 0.5:
                raise ValueError("no records")
            return 1

        outputs = answers(fails, runs=50)
        self.assertEqual(50, len(outputs))
        self.assertIn(1, outputs)
        self.assertIn({"error": "ValueError: no records"}, outputs)

    def test_the_end_of_a_program_is_no_outcome(self) -> None:
        with self.assertRaises(SystemExit):
            answers(lambda dataset: sys.exit(3))

    def test_objects(self) -> None:
        output = {"b": 1.5, "a": [1, {"x": ("y", None)}], 3: True, 0.5: 0, None: 1}
        outputs = answers(lambda dataset: output)
        expected = {"b": 1.5, "a": [1, {"x": ["y", None]}], "3": True, "0.5": 0, "null": 1}
        self.assertEqual([expected], outputs)
        self.assertEqual(list(expected), list(outputs[0]), "the order of keys")

    def test_subclasses_are_what_they_hold(self) -> None:
        class Text(str):
            def __str__(self) -> str:
                return "other"

        class Number(int):
            pass

        class Double(float):
            def __repr__(self) -> str:
                return "other"

        output = [Text("own"), Number(7), Double(0.1), [Double(0.25)]]
        made = assay.Mechanism(lambda dataset: output)
        line = made.answer('{"dataset":0,"runs":1,"seed":1}')
        self.assertEqual('{"outputs": [["own", 7, 0.1, [0.25]]]}', line)

    def test_what_cannot_travel_is_refused(self) -> None:
        for output in ({1}, b"x", 1j, object(), [{1}], {(1, 2): 3}, {1: 2, "1": 3}):
            with self.assertRaises(TypeError):
                answers(lambda dataset: output)

    def test_no_run_sees_what_another_did_to_the_dataset(self) -> None:
        def pops(records: list[Any]) -> int:
            records.pop()
            return len(records)

        def inner(records: Any) -> int:
            records[0]["a"].append(1)
            return len(records[0]["a"])

        self.assertEqual([2, 2, 2], answers(pops, [1, 2.5, "x"], runs=3))
        self.assertEqual([1, 1, 1], answers(inner, [{"a": []}], runs=3))

    def test_an_output_that_is_used_again(self) -> None:
        kept: list[Any] = [0, [0]]

        def again(dataset: Any) -> Any:
            kept[0] += 1
            kept[1][0] += 1
            return kept

        self.assertEqual([[1, [1]], [2, [2]], [3, [3]]], answers(again, runs=3))

    def test_batches(self) -> None:
        @assay.mechanism(batch=True)
        def batch(dataset: int, runs: int, rng: random.Random) -> list[float]:
            return [dataset + rng.random() for _ in range(runs)]

        self.assertEqual(5, len(set(answers(batch, 2, runs=5))))
        for wrong in ([1.0, 2.0], 1.0, "ab"):
            with self.assertRaises(TypeError):
                answers(lambda dataset, runs: wrong, runs=3, batch=True)

    def test_a_mechanism_is_still_a_function(self) -> None:
        self.assertEqual("half_the_noise", getattr(half_the_noise, "__name__"))
        self.assertEqual("Laplace noise of scale one half.", half_the_noise.__doc__)
        self.assertIsInstance(half_the_noise([1, 2], random.Random(1)), float)


@NEEDS_NUMPY
class NumpyTest(unittest.TestCase):
    """What NumPy returns."""

    def test_scalars(self) -> None:
        cases: list[tuple[Any, Any]] = [
            (numpy.float64(0.1), 0.1),
            (numpy.float32(0.1), 0.10000000149011612),
            (numpy.float16(0.1), 0.0999755859375),
            (numpy.int64(-(2**62)), -(2**62)),
            (numpy.uint8(200), 200),
            (numpy.bool_(True), True),
            (numpy.str_("a"), "a"),
            (numpy.longdouble(0.1), 0.1),
        ]
        for output, expected in cases:
            found = answers(lambda dataset: output)[0]
            self.assertEqual((type(expected), expected), (type(found), found))

    def test_arrays(self) -> None:
        source = numpy.random.default_rng(7)
        drawn = source.integers(0, 2**64, 500, dtype=numpy.uint64, endpoint=False).view(float)
        numbers = numpy.append(drawn[numpy.isfinite(drawn)], [-0.0, 5e-324])
        for array in (numbers, numbers.reshape(2, -1), numbers[::2], numbers[:7].astype(">f8")):
            found = numpy.array(answers(lambda dataset: array)[0])
            self.assertEqual(array.astype(float).tobytes(), found.tobytes())
        self.assertEqual([[True, False]], answers(lambda dataset: numpy.array([1, 0]) > 0))
        self.assertEqual([2.5], answers(lambda dataset: numpy.array(2.5)))
        self.assertEqual([{"5": [0.5]}], answers(lambda d: {numpy.int64(5): numpy.array([0.5])}))

    def test_what_doubles_cannot_hold(self) -> None:
        extended = numpy.longdouble(1) / 3
        if float(extended) != extended:
            for output in (extended, numpy.array([extended])):
                with self.assertRaises(TypeError):
                    answers(lambda dataset: output)
        with self.assertRaises(TypeError):
            answers(lambda dataset: numpy.array([1j]))

    def test_an_array_that_is_used_again(self) -> None:
        kept = numpy.zeros(2)

        def again(dataset: Any) -> Any:
            kept[0] += 1
            return kept

        self.assertEqual([[1, 0], [2, 0]], answers(again, runs=2))

    def test_generators(self) -> None:
        def draw(dataset: Any, rng: Any) -> Any:
            return rng.normal(size=2)

        found = answers(draw, runs=2, seed=2**53 - 1, generator=numpy.random.default_rng)
        expected = numpy.random.default_rng(2**53 - 1).normal(size=(2, 2))
        self.assertEqual(expected.tolist(), found)

    def test_the_global_generator_is_seeded_by_all_of_the_seed(self) -> None:
        def draw(dataset: Any) -> float:
            return float(numpy.random.random())

        seeds = (1, 1 + 2**32, 2**52)
        drawn = [answers(draw, seed=seed)[0] for seed in seeds]
        self.assertEqual(3, len(set(drawn)))
        self.assertEqual(drawn, [answers(draw, seed=seed)[0] for seed in seeds])

    def test_batches(self) -> None:
        def batch(dataset: Any, runs: int, rng: Any) -> Any:
            return dataset + rng.laplace(size=(runs, 2))

        found = answers(batch, 1, runs=3, batch=True, generator=numpy.random.default_rng)
        self.assertEqual((3, 2), numpy.array(found).shape)


class ReportTest(unittest.TestCase):
    """What is said of an audit."""

    def test_what_told_datasets_apart_best_is_no_witness(self) -> None:
        side = {"hits": 1, "runs": 2}
        witness = {"event": "output > 1", "pair": "a pair", "left": side, "right": side}
        for verdict, known in (("refuted", witness), ("not refuted", None)):
            document = {"audit": {"verdict": verdict, "witness": witness}, "reproduce": "again"}
            report = assay.Report(document, "text", None)
            self.assertEqual((known, None), (report.witness, report.reproduce))


class ProgramTest(unittest.TestCase):
    """The program that an audit starts."""

    def start(self, directory: str, code: str, name: str = "run") -> subprocess.Popen[str]:
        file = pathlib.Path(directory, "served.py")
        file.write_text(textwrap.dedent(code), encoding="utf-8")
        return subprocess.Popen(
            [sys.executable, str(MODULE), "serve", f"{file}:{name}", directory],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    def test_each_request_is_answered_at_once_and_alone(self) -> None:
        code = """
            import os, assay
            print("imported")
            @assay.mechanism
            def run(dataset):
                print("run")
                os.system("echo child")
                return dataset
            """
        with tempfile.TemporaryDirectory() as directory:
            with self.start(directory, code) as program:
                assert program.stdin is not None and program.stdout is not None
                for dataset in (1, 2):
                    asked = {"dataset": dataset, "runs": 2, "seed": 1}
                    program.stdin.write(json.dumps(asked) + "\n")
                    program.stdin.flush()
                    answer = json.loads(program.stdout.readline())
                    self.assertEqual({"outputs": [dataset] * 2}, answer)
                rest, errors = program.communicate()
                self.assertEqual(("", 0), (rest, program.returncode))
                self.assertEqual(4, errors.count("child"))
                self.assertEqual(4, errors.count("run\n"))

    def test_what_cannot_travel_is_told_in_one_line(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            with self.start(directory, "def run(dataset):\n    return {1, 2}\n") as program:
                out, errors = program.communicate('{"dataset":0,"runs":1,"seed":1}\n')
                self.assertEqual(("", 1), (out, program.returncode))
                self.assertRegex(errors, r"\Arun: \{1, 2} is a set, which .*\n\Z")

    def test_a_function_that_is_not_there(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            with self.start(directory, "def count(dataset):\n    return 1\n", name="cuont") as program:
                _, errors = program.communicate()
                self.assertTrue(
                    errors.endswith("served.py has no function cuont; did you mean count?\n"), errors
                )
                self.assertNotIn("Traceback", errors)

    def test_serve_in_a_script(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            file = pathlib.Path(directory, "script.py")
            file.write_text(
                "import assay\nif __name__ == '__main__':\n    assay.serve(lambda d, rng: d)\n"
            )
            done = subprocess.run(
                [sys.executable, str(file)],
                input='{"dataset":[1],"runs":1,"seed":1}\n',
                env={**os.environ, "PYTHONPATH": str(MODULE.parent)},
                capture_output=True,
                encoding="utf-8",
                check=True,
            )
            self.assertEqual('{"outputs": [[1]]}\n', done.stdout)


class TargetTest(unittest.TestCase):
    """Where another process finds a function."""

    def test_functions_of_modules(self) -> None:
        target, paths = assay._target(noisy_sum)
        self.assertEqual(noisy_sum.__code__, assay._load(target, paths).__code__)
        self.assertEqual(str(pathlib.Path(__file__).resolve().parent), paths[0])
        target, paths = assay._target(half_the_noise)
        self.assertEqual("half_the_noise", assay._load(target, paths).__name__)

    def test_functions_of_packages(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            package = pathlib.Path(directory).resolve() / "assay_example" / "inner"
            package.mkdir(parents=True)
            (package.parent / "__init__.py").write_text("")
            (package / "__init__.py").write_text(
                "from .more import run\ndef here(d):\n    return d\n"
            )
            (package / "more.py").write_text("def run(d):\n    return d\n")
            sys.path.insert(0, directory)
            try:
                import assay_example.inner as inner  # type: ignore[import-not-found]

                root = str(pathlib.Path(directory).resolve())
                for function, target in (
                    (inner.run, "assay_example.inner.more:run"),
                    (inner.here, "assay_example.inner:here"),
                ):
                    found, paths = assay._target(function)
                    self.assertEqual((target, root), (found, paths[0]))
            finally:
                sys.path.remove(directory)

    def test_others_are_refused(self) -> None:
        def local(dataset: Any) -> int:
            return 1

        for function in (local, lambda dataset: 1, len, print):
            with self.assertRaisesRegex(assay.AssayError, "define it at the top level of a file"):
                assay._target(function)

        def noisy(dataset: Any) -> int:
            return 1

        noisy.__qualname__ = "noisy_sum"
        with self.assertRaisesRegex(assay.AssayError, "is another object than"):
            assay._target(noisy)

    def test_commands_stay_what_they_are(self) -> None:
        self.assertEqual(["a b", "c"], assay._program("'a b' c", pathlib.Path()))
        self.assertEqual(["a b", "c"], assay._program(["a b", "c"], pathlib.Path()))

    @unittest.skipUnless(os.name == "posix", "launchers of other systems have other names")
    def test_the_command_of_a_wheel_comes_before_others(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            place = pathlib.Path(directory).resolve()
            for name in ("assay/__init__.py", "assay_dp/bin/assay", "bin/assay"):
                (place / name).parent.mkdir(parents=True)
            shutil.copy(MODULE, place / "assay/__init__.py")
            launcher, other = place / "assay_dp/bin/assay", place / "bin/assay"
            other.touch(mode=0o755)
            for expected in (other, launcher):
                found = subprocess.check_output(
                    [sys.executable, "-c", "import assay; print(*assay._command(None))"],
                    cwd=place,
                    env={"PATH": str(other.parent)},
                    encoding="utf-8",
                )
                self.assertEqual(str(expected), found.strip())
                launcher.touch(mode=0o755)


class EventsTest(unittest.TestCase):
    """Documents of events."""

    def test_documents(self) -> None:
        step = assay.gaussian(2, "zero-out", sensitivity=0.5)
        nothing = {"no-op": {"adjacency": "zero-out"}}
        run = assay.sequence(step.poisson_sampled(0.1).times(9), nothing)
        gaussian = {"noise_multiplier": 2, "adjacency": "zero-out", "sensitivity": 0.5}
        sampled = {"sampling_probability": 0.1, "event": {"gaussian": gaussian}}
        self.assertEqual(
            {
                "sequence": [
                    {"repeat": {"times": 9, "event": {"poisson": sampled}}},
                    {"no-op": {"adjacency": "zero-out"}},
                ]
            },
            run.document,
        )
        self.assertEqual(run, assay.Event(run.document))
        self.assertEqual(hash(run), hash(assay.Event(run.document)))
        self.assertNotEqual(run, step)

    def test_nothing_is_shared(self) -> None:
        weights = [0.5, 0.5]
        made = assay.event("mixture-of-gaussians", probabilities=weights)
        weights[0] = 1
        self.assertEqual([0.5, 0.5], made.document["mixture-of-gaussians"]["probabilities"])

    def test_the_module_is_for_python_3_9(self) -> None:
        ast.parse(MODULE.read_text(encoding="utf-8"), feature_version=(3, 9))


class AccountantProcessTest(unittest.TestCase):
    """The process that is asked, played by a script."""

    @staticmethod
    def accountant(code: str) -> assay.Accountant:
        return assay.Accountant([sys.executable, "-c", textwrap.dedent(code)])

    def test_one_process_answers_until_it_is_closed(self) -> None:
        echo = """
            import json, os, sys
            for line in sys.stdin:
                asked = json.loads(line)
                number = asked.pop("id")
                print(json.dumps({"id": number, "pid": os.getpid(), "asked": asked}), flush=True)
            """
        with self.accountant(echo) as accountant:
            first = accountant.evaluate("event", x=math.nan, y=[math.inf, -math.inf, 0.1])
            self.assertEqual(
                {"fn": "event", "args": {"x": "NaN", "y": ["Infinity", "-Infinity", 0.1]}},
                first["asked"],
            )
            self.assertEqual(first["pid"], accountant.evaluate("event")["pid"])
            accountant.close()
            self.assertNotEqual(first["pid"], accountant.evaluate("event")["pid"])

    def test_its_end_is_told(self) -> None:
        dies = "import sys; input(); sys.exit('assay: too bad')"
        with self.accountant(dies) as accountant:
            for _ in range(2):
                with self.assertRaisesRegex(assay.AssayError, "ended with 1: too bad"):
                    accountant.evaluate("event")

    def test_another_process_takes_over(self) -> None:
        answers_once = """
            import json, os
            number = json.loads(input())["id"]
            print(json.dumps({"id": number, "pid": os.getpid()}), flush=True)
            input()
            """
        with self.accountant(answers_once) as accountant:
            first = accountant.evaluate("event")["pid"]
            with self.assertRaisesRegex(assay.AssayError, "ended with 0"):
                accountant.evaluate("event")
            self.assertNotEqual(first, accountant.evaluate("event")["pid"])

    def test_errors_are_refusals(self) -> None:
        refuses = """
            import json
            print(json.dumps({"id": json.loads(input())["id"], "error": "delta was 2"}))
            """
        with self.accountant(refuses) as accountant:
            with self.assertRaisesRegex(ValueError, r"\Adelta was 2\Z"):
                accountant.evaluate("event")

    def test_what_cannot_be_started(self) -> None:
        with self.assertRaisesRegex(assay.AssayError, "no-such-command evaluate cannot be started"):
            assay.Accountant("no-such-command").evaluate("event")


# Answers each question after a moment with what it was asked, and who answers.
SLOW_ECHO = """
    import json, os, random, sys, time
    for line in sys.stdin:
        asked = json.loads(line)
        if "cancel" not in asked:
            time.sleep(asked["args"].get("pause", random.random() / 500))
            said = {"id": asked["id"], "pid": os.getpid(), "asked": asked["args"].get("x")}
            print(json.dumps(said), flush=True)
    """


def script(code: str, **options: Any) -> assay.Accountant:
    """An accountant that asks a script."""
    return assay.Accountant([sys.executable, "-c", textwrap.dedent(code)], **options)


def wrong_answers(accountant: assay.Accountant, name: int, count: int) -> list[Any]:
    """Answers that belong to another question."""
    asked = [[name, index] for index in range(count)]
    return [it for it in asked if accountant.evaluate("event", x=it)["asked"] != it]


def report_to(
    results: multiprocessing.queues.Queue[Any], accountant: assay.Accountant, name: int
) -> None:
    """What a process of its own does."""
    results.put((wrong_answers(accountant, name, 20), accountant.evaluate("event")["pid"]))


@unittest.skipUnless(hasattr(os, "fork"), "nothing is forked here")
class ForkTest(unittest.TestCase):
    """Accountants in processes that did not start the command."""

    def in_child(self, work: Callable[[], Any]) -> Callable[[], Any]:
        """Fork, and later tell what the child returned."""
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            code = 1
            signal.alarm(60)  # a child that is locked out ends, and fails the test
            try:
                os.write(write, json.dumps(work()).encode())
                code = 0
            finally:
                os._exit(code)
        os.close(write)

        def result() -> Any:
            with os.fdopen(read, "rb") as pipe:
                said = pipe.read()
            self.assertEqual(0, os.waitpid(child, 0)[1])
            return json.loads(said)

        return result

    def test_forked_children_get_their_own_answers(self) -> None:
        for shared in (False, True):
            with self.subTest(shared=shared), script(SLOW_ECHO, shared=shared) as accountant:
                wrong_answers(accountant, 0, 1)
                children = [
                    self.in_child(lambda name=name: wrong_answers(accountant, name, 60))
                    for name in range(1, 5)
                ]
                mine = wrong_answers(accountant, 5, 60)
                self.assertEqual([[]] * 5, [mine, *(child() for child in children)])

    def test_a_child_starts_and_ends_a_command_of_its_own(self) -> None:
        with script(SLOW_ECHO) as accountant:
            mine = accountant.evaluate("event")["pid"]

            def work() -> list[int]:
                first = accountant.evaluate("event")["pid"]
                accountant.close()
                return [first, accountant.evaluate("event")["pid"]]

            self.assertEqual(3, len({mine, *self.in_child(work)()}))
            self.in_child(accountant.close)()
            self.assertEqual(mine, accountant.evaluate("event")["pid"])

    def test_threads_that_ask_while_it_is_forked_lock_nobody_out(self) -> None:
        with script(SLOW_ECHO, shared=True) as accountant:
            slow = threading.Thread(target=accountant.evaluate, args=["event"], kwargs={"pause": 1})
            slow.start()
            time.sleep(0.5)
            # All locks are held: those of the accountant, and those around what is shared.
            with accountant._lock, assay._SHARED_LOCK:
                child = self.in_child(lambda: wrong_answers(accountant, 1, 3))
            slow.join()
            self.assertEqual([], child())

    def test_an_ordinary_exit_of_a_child_leaves_the_command_alone(self) -> None:
        code = f"""
            import os, sys
            sys.path.insert(0, {str(MODULE.parent)!r})
            import assay
            accountant = assay.Accountant([sys.executable, "-c", {textwrap.dedent(SLOW_ECHO)!r}])
            first = accountant.evaluate("event")["pid"]
            child = os.fork()
            if child == 0:
                sys.exit()
            os.waitpid(child, 0)
            print(first == accountant.evaluate("event")["pid"])
            """
        words = [sys.executable, "-W", "error", "-c", textwrap.dedent(code)]
        done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60)
        self.assertEqual(("True\n", ""), (done.stdout, done.stderr))

    def test_closing_waits_for_no_other_process(self) -> None:
        accountant = script(SLOW_ECHO)
        accountant.evaluate("event")
        running = accountant._running
        assert running is not None and running._process.stdin is not None
        kept_by_a_child = os.dup(running._process.stdin.fileno())
        begin = time.monotonic()
        accountant.close()
        self.assertLess(time.monotonic() - begin, 5)
        os.close(kept_by_a_child)

    def test_every_way_to_start_a_process(self) -> None:
        for way in multiprocessing.get_all_start_methods():
            with self.subTest(way), script(SLOW_ECHO) as accountant:
                mine = accountant.evaluate("event")["pid"]
                context = multiprocessing.get_context(way)
                results = context.Queue()
                child = context.Process(target=report_to, args=(results, accountant, 1))
                child.start()
                wrong, other = results.get(timeout=60)
                child.join()
                self.assertEqual([], wrong)
                self.assertNotEqual(mine, other)
                self.assertEqual(mine, accountant.evaluate("event")["pid"])


class AccountantLimitsTest(unittest.TestCase):
    """Answers to nobody's question, time, and several questions at once."""

    def test_an_answer_to_another_question_is_an_error(self) -> None:
        for number in ("2", "null", "true", '"1"', "[1]"):
            other = f"input(); print('{{\"id\": {number}, \"upper\": \"1\"}}', flush=True); input()"
            with self.subTest(number), script(other) as accountant:
                with self.assertRaisesRegex(assay.AssayError, "is the id of no question"):
                    accountant.evaluate("event")
        with script("input(); print('[]', flush=True); input()") as accountant:
            with self.assertRaisesRegex(assay.AssayError, "is the id of no question"):
                accountant.evaluate("event")
        with script("input(); print('oops', flush=True); input()") as accountant:
            with self.assertRaisesRegex(assay.AssayError, "answers cannot be read"):
                accountant.evaluate("event")

    def test_a_late_answer_is_nobodys(self) -> None:
        with script(SLOW_ECHO, timeout=60) as accountant:
            first = accountant.evaluate("event", x=1)["pid"]
            begin = time.monotonic()
            with self.assertRaisesRegex(TimeoutError, r"\Ano answer within 0\.2 seconds\Z"):
                accountant.evaluate("event", timeout=0.2, x=2, pause=1)
            self.assertLess(time.monotonic() - begin, 0.9)
            for asked in (3, 4):
                answer = accountant.evaluate("event", x=asked)
                self.assertEqual((asked, first), (answer["asked"], answer["pid"]))

    def test_a_question_is_cancelled_when_its_time_is_up(self) -> None:
        tells = """
            import json, sys
            first, second, third = (json.loads(sys.stdin.readline()) for _ in range(3))
            print(json.dumps({"id": first["id"], "error": "late"}), flush=True)
            print(json.dumps({"id": third["id"], "said": [first, second]}), flush=True)
            sys.stdin.readline()
            """
        with script(tells, timeout=1) as accountant:
            step = assay.gaussian(1, "add-remove")
            with self.assertRaises(assay.Timeout):
                accountant.epsilon(step, 1e-5, timeout=0.5)
            said = accountant.evaluate("event", timeout=60)["said"]
        self.assertEqual({"cancel": said[0]["id"]}, said[1])
        # The command must not be the first to give up.
        self.assertGreater(said[0]["seconds"], 0.5)

    def test_a_command_that_does_not_even_cancel_is_replaced(self) -> None:
        hangs = "import os, time\nif os.path.exists(%r): os.remove(%r); time.sleep(600)\n"
        with tempfile.TemporaryDirectory() as directory:
            mark = os.path.join(directory, "hangs")
            pathlib.Path(mark).touch()
            code = hangs % (mark, mark) + textwrap.dedent(SLOW_ECHO)
            with script(code) as accountant, mock.patch.object(assay, "_PATIENCE", 0.1):
                with self.assertRaises(assay.Timeout):
                    accountant.evaluate("event", timeout=0.1)
                while os.path.exists(mark):
                    time.sleep(0.05)
                time.sleep(0.2)
                self.assertEqual(7, accountant.evaluate("event", x=7)["asked"])

    def test_timeouts_are_numbers_of_seconds(self) -> None:
        for wrong in (0, -1, math.nan, math.inf):
            with self.assertRaisesRegex(ValueError, "timeout was"):
                assay.Accountant("assay", timeout=wrong)
            with script(SLOW_ECHO) as accountant:
                with self.assertRaisesRegex(ValueError, "timeout was"):
                    accountant.evaluate("event", timeout=wrong)
        with self.assertRaisesRegex(ValueError, "threads was 0"):
            assay.Accountant("assay", threads=0)

    def test_a_limit_of_the_command_is_a_timeout_too(self) -> None:
        stopped = """
            import json
            said = {"id": json.loads(input())["id"], "error": "no answer", "stopped": "time"}
            print(json.dumps(said), flush=True)
            input()
            """
        with script(stopped) as accountant, self.assertRaisesRegex(assay.Timeout, "no answer"):
            accountant.evaluate("event")

    def test_several_threads_ask_at_once(self) -> None:
        backwards = """
            import json, sys
            assert sys.argv[1:] == ["evaluate", "--threads", "2"], sys.argv
            lines = [json.loads(sys.stdin.readline()) for _ in range(2)]
            for asked in reversed(lines):
                print(json.dumps({"id": asked["id"], "asked": asked["args"]["x"]}), flush=True)
            sys.stdin.readline()
            """
        with script(backwards, threads=2, timeout=60) as accountant:
            found: dict[int, Any] = {}

            def ask(x: int) -> None:
                found[x] = accountant.evaluate("event", x=x)["asked"]

            asking = [threading.Thread(target=ask, args=[x]) for x in (1, 2)]
            for thread in asking:
                thread.start()
            for thread in asking:
                thread.join()
            self.assertEqual({1: 1, 2: 2}, found)

    def test_accountants_that_allow_it_share_a_command(self) -> None:
        many = [script(SLOW_ECHO, shared=True) for _ in range(12)]
        asked = {accountant.evaluate("event")["pid"] for accountant in many}
        self.assertEqual(1, len(asked))
        with script(SLOW_ECHO) as alone:
            self.assertNotIn(alone.evaluate("event")["pid"], asked)
        for accountant in many[1:]:
            accountant.close()
        self.assertEqual(asked, {many[0].evaluate("event")["pid"]})
        running = many[0]._running
        assert running is not None
        process = running._process
        del running
        self.assertIsNone(process.poll())
        many[0].close()
        self.assertIsNotNone(process.poll())
        self.assertNotIn(many[0].evaluate("event")["pid"], asked)
        many[0].close()


@NEEDS_ASSAY
class AccountantTest(unittest.TestCase):
    """Certified numbers."""

    accountant: assay.Accountant

    @classmethod
    def setUpClass(cls) -> None:
        cls.accountant = assay.Accountant()
        cls.addClassCleanup(cls.accountant.close)

    def test_numbers(self) -> None:
        step = assay.gaussian(1, "add-remove")
        found = self.accountant.epsilon(step, 1e-5)
        # Balle and Wang's profile at this epsilon is 1e-5.
        self.assertLessEqual(found.lower, 4.3771780956812195)
        self.assertGreaterEqual(found.upper, 4.3771780956812195)
        self.assertLess(found.upper - found.lower, 1e-12)
        self.assertEqual(found.upper, float(found))
        self.assertIs(True, found.encloses_true_value)
        self.assertEqual("BalleWang2018, Theorem 8", found.citation)
        self.assertAlmostEqual(1e-5, self.accountant.delta(step, found.upper).upper, delta=1e-17)
        self.assertEqual(4, self.accountant.renyi(step, 8).upper)
        self.assertGreater(self.accountant.epsilon(step, 1e-5, "replace-one").lower, 9)

    def test_curves(self) -> None:
        step = assay.laplace(1, "add-remove")
        for asked in ({"deltas": [0.1, 0.01]}, {"epsilons": (0, 0.5)}, {"orders": iter([2, 3])}):
            curve = self.accountant.curve(step, **asked)
            self.assertEqual(2, len(curve.bounds))
            kind = list if numpy is None else numpy.ndarray
            self.assertEqual([kind] * 3, [type(it) for it in (curve.at, curve.lower, curve.upper)])
            self.assertEqual([it.upper for it in curve.bounds], list(curve.upper))
            self.assertEqual([it.lower for it in curve.bounds], list(curve.lower))
        alone = self.accountant.renyi(step, 3)
        self.assertEqual(alone.upper, curve.bounds[1].upper)
        with self.assertRaises(TypeError):
            self.accountant.curve(step)

    def test_risks(self) -> None:
        found = self.accountant.risk(assay.gaussian(1, "add-remove"))
        exact = math.erf(0.5 / math.sqrt(2))
        self.assertAlmostEqual(exact, found.advantage.lower, 12)
        self.assertGreaterEqual(found.advantage.upper, exact)
        self.assertAlmostEqual((1 + exact) / 2, found.success.upper, 12)
        self.assertTrue(found.attained)
        present, absent = found.rates[0.01]
        self.assertAlmostEqual(0.0923622, present.upper, 6)
        self.assertEqual(present, absent)
        other = assay.risk("pure(1)", "replace-one", prior=0.1)
        self.assertFalse(other.attained)
        self.assertAlmostEqual(0.9, other.success.upper, 12)

    def test_calibrations(self) -> None:
        step = assay.gaussian(assay.UNKNOWN, "add-remove")
        found = self.accountant.calibrate(step, epsilon=1, delta=1e-5)
        self.assertEqual("noise_multiplier", found.parameter)
        known = assay.gaussian(found.value, "add-remove")
        self.assertLessEqual(self.accountant.epsilon(known, 1e-5).upper, found.upper)
        self.assertLessEqual(found.upper, 1)
        assert found.fails_at is not None
        fails = assay.gaussian(found.fails_at, "add-remove")
        self.assertGreater(self.accountant.epsilon(fails, 1e-5).upper, 1)
        many = assay.gaussian(40, "add-remove").times(assay.UNKNOWN)
        self.assertEqual(114, self.accountant.calibrate(many, epsilon=1, delta=1e-5).value)
        self.assertEqual(1, self.accountant.calibrate(step, rho=0.5).value)
        for rho in (0.1, 0.3, 0.7):
            self.assertLessEqual(self.accountant.calibrate(step, rho=rho).upper, rho)
        self.assertEqual(4, self.accountant.calibrate(step, mu=0.25).value)

    def test_refusals(self) -> None:
        step = assay.gaussian(1, "add-remove")
        cases: list[tuple[str, Callable[[assay.Accountant], Any]]] = [
            ("delta was 2.0: it must be strictly between 0 and 1", lambda a: a.epsilon(step, 2)),
            (
                "there is no event 'lapalce'; did you mean 'laplace'\\?\n  2 x lapalce.1.\n      \\^",
                lambda a: a.epsilon("2 x lapalce(1)", 0.1, adjacency="add-remove"),
            ),
            (
                "unknown event; did you mean 'laplace'",
                lambda a: a.epsilon(assay.event("lapalce"), 0.1),
            ),
            ("a calibration needs a target", lambda a: a.calibrate(step, epsilon=1)),
            ("this one has none", lambda a: a.calibrate(step, epsilon=1, delta=0.1)),
            (
                "was 'NaN': it must be a number",
                lambda a: a.epsilon(assay.pure(math.nan, "add-remove"), 0.1),
            ),
            (
                "was 0.0: it must be finite and above 0",
                lambda a: a.epsilon(assay.gaussian(0, "add-remove"), 0.1),
            ),
        ]
        for words, ask in cases:
            with self.subTest(words), self.assertRaisesRegex(assay.Refusal, words):
                ask(self.accountant)
        self.assertGreater(self.accountant.epsilon(step, 0.1).upper, 0)

    def test_every_builder_is_an_event(self) -> None:
        relation = "add-remove"
        for what in (
            assay.laplace(1, relation),
            assay.discrete_gaussian(1, relation),
            assay.discrete_laplace(1, relation),
            assay.randomized_response(0.75, relation),
            assay.exponential_mechanism(1, relation),
            assay.pure(1, relation),
            assay.approximate(1, 0.01, relation),
            assay.zcdp(0.1, relation),
            assay.binomial(200, relation, 2, 0.4),
            assay.pair([fractions.Fraction(1, 3), "2/3"], [0.5, 0.5], relation, name="mine"),
            assay.renyi({2: 0.1, 8: 0.5}, relation, citation="a paper"),
            assay.profile({0.1: 1e-3, 1: 0}, relation),
            assay.parallel(assay.pure(1, relation), assay.pure(2, relation)),
            assay.gaussian(1, "replace-one").fixed_size_sampled(5, 50),
            assay.gaussian(1, relation).for_groups_of(2),
            assay.event("truncated-laplace", scale=1, bound=20, adjacency=relation),
            assay.event("gaussian(1, adjacency=add-remove)").poisson_sampled(0.1).times(3),
            "3 x poisson(1/7, gaussian(1, adjacency=add-remove) then pure(1, adjacency=add-remove))",
        ):
            with self.subTest(what):
                self.assertGreater(self.accountant.epsilon(what, 1e-9).upper, 0)

    def test_curves_taken_on_trust_are_named(self) -> None:
        curve = assay.renyi({2: 0.1, 8: 0.5}, "add-remove", citation="a paper")
        for answer in (
            self.accountant.epsilon(curve, 1e-5),
            self.accountant.delta(curve, 1),
            self.accountant.renyi(curve, 2),
        ):
            self.assertEqual(("renyi under add-remove, by a paper",), answer.assumed)
        self.assertEqual((), self.accountant.epsilon(assay.pure(1, "add-remove"), 1e-5).assumed)


TYPED = """
import math as m
SCALE = 2.0
def noise(rng):
    return SCALE * (rng.expovariate(1) - rng.expovariate(1))
@assay.mechanism
def typed(records, rng: random.Random, floor=m.floor):
    return floor(0.5) + sum(records) + noise(rng)
def stateful(records):
    return LOCK and 0
"""


class NotebookTest(unittest.TestCase):
    """Functions that were typed, not imported: nothing of theirs is in a file."""

    def setUp(self) -> None:
        """Types the functions into a __main__ as notebooks have it."""
        self.main = types.ModuleType("__main__")
        self.main.__dict__.update(assay=assay, random=random, LOCK=threading.Lock())
        lines = TYPED.splitlines(True)
        linecache.cache["<cell>"] = (len(TYPED), None, lines, "<cell>")
        self.addCleanup(linecache.cache.pop, "<cell>", None)
        with mock.patch.dict(sys.modules, {"__main__": self.main}):
            exec(compile(TYPED, "<cell>", "exec"), self.main.__dict__)  # noqa: S102

    def written(self, function: Any, directory: str) -> Any:
        """Where it is written to."""
        with mock.patch.dict(sys.modules, {"__main__": self.main}):
            return assay._written(function, pathlib.Path(directory))

    def test_the_source_is_written_with_what_it_names(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            target, _ = self.written(self.main.typed, directory)  # type: ignore[attr-defined]
            self.assertEqual(target, str(pathlib.Path(directory, "typed.py")) + ":typed")
            loaded = assay._load(target, [])
            self.assertIsInstance(loaded, assay.Mechanism)
            self.assertEqual(answers(loaded, [1, 1], runs=3), answers(self.main.typed, [1, 1], runs=3))  # type: ignore[attr-defined]

    def test_what_cannot_be_written_is_refused(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            with self.assertRaisesRegex(assay.AssayError, "stateful uses LOCK, a lock"):
                self.written(self.main.stateful, directory)  # type: ignore[attr-defined]

    def test_functions_of_files_are_found_there(self) -> None:
        self.assertIsNone(self.written(noisy_sum, "unused"))


class PairsTest(unittest.TestCase):
    """Pairs that nobody typed."""

    def pairs(self, records: list[Any], adjacency: str) -> list[Any]:
        """Explicit pairs around a list."""
        claim = assay.Claim.pure(1, adjacency)
        return list(assay._pairs(claim, None, None, records)["explicit"])

    def test_neighbours_are_one_record_apart(self) -> None:
        for size in (2, 3, 5, 30):
            records = list(range(size))
            for pair in self.pairs(records, "add-remove"):
                self.assertEqual(1, abs(len(pair["left"]) - len(pair["right"])))
                small, large = sorted((pair["left"], pair["right"]), key=len)
                rest = list(large)
                for record in small:
                    rest.remove(record)
                self.assertEqual(1, len(rest))
            for pair in self.pairs(records, "replace-one"):
                left, right = pair["left"], pair["right"]
                self.assertEqual(len(left), len(right))
                self.assertEqual(1, sum(1 for one, two in zip(left, right) if one != two))

    def test_what_has_no_neighbours_is_refused(self) -> None:
        for records, adjacency, word in (
            ([1], "add-remove", "two or more"),
            ([1, 1, 1], "replace-one", "equal records alone"),
            ([1, 2], "zero-out", "no zero record"),
        ):
            with self.assertRaisesRegex(ValueError, word):
                self.pairs(records, adjacency)

    def test_one_source_of_pairs(self) -> None:
        claim = assay.Claim.pure(1, "add-remove")
        for options in ({}, {"data": "counts", "neighbours_of": [1, 2]}):
            with self.assertRaisesRegex(TypeError, "one of pairs, data and neighbours_of"):
                assay.audit(noisy_sum, claim, **options)  # type: ignore[arg-type]


@NEEDS_ASSAY
class AuditTest(unittest.TestCase):
    """Audits by the command."""

    claim = assay.Claim.pure(1, "add-remove")

    def test_a_false_claim_fails_with_its_witness(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            options: dict[str, Any] = {"seed": 7, "significant_bits": 24, "threads": 1}
            options["directory"] = directory
            with self.assertRaises(AssertionError) as failed:
                assay.assert_private(half_the_noise, self.claim, [([], [1])], **options)
            text = str(failed.exception)
            self.assertRegex(text, r"\Arefuted +half_the_noise: claimed 1\.0-DP under add-remove")
            self.assertRegex(text, r"shown by: .*; left .* runs, right .* runs, on the pair: ")
            self.assertIn("pair: record 0: absent → 1 in []", text)
            reproduce = text.splitlines()[-1].partition("reproduce: assay ")[2]
            again = subprocess.run(
                [*shlex.split(os.environ["ASSAY"]), *shlex.split(reproduce), "--json"],
                capture_output=True,
                encoding="utf-8",
                check=False,
            )
            self.assertEqual(1, again.returncode, again.stderr)
            file = pathlib.Path(directory, "report", "report.json")
            first, second = json.loads(file.read_text("utf-8")), json.loads(again.stdout)
            self.assertEqual(first["claims"][0]["audit"], second["claims"][0]["audit"])

    def test_families_by_name(self) -> None:
        options: dict[str, Any] = {"significant_bits": 24, "runs": 4000, "threads": 1}
        found = assay.audit(half_the_noise, self.claim, data="numbers(0, 1)", **options)
        self.assertTrue(found.refuted, found)
        # The probability that a true claim is refuted is at most 1e-3; the seed is fixed.
        kept = assay.audit(noisy_sum, self.claim, neighbours_of=[0, 1, 1, 0], **options)
        self.assertFalse(kept.refuted, kept)
        with self.assertRaisesRegex(assay.Refusal, "did you mean 'counts'"):
            assay.audit(noisy_sum, self.claim, data="count")

    def test_the_options_are_those_of_a_claims_file(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            assay.audit(
                noisy_sum,
                assay.Claim({"renyi": [{"order": 2, "epsilon": 9}]}, "add-remove"),
                [([], [1])],
                name="a name",
                error_probability=0.25,
                seed=5,
                runs=64,
                seconds=60,
                significant_bits=24,
                timeout_seconds=3,
                runs_per_request=7,
                directory=directory,
            )
            claims = json.loads(pathlib.Path(directory, "claims.json").read_text("utf-8"))
        command = claims["claims"][0]["mechanism"].pop("command")
        self.assertEqual([sys.executable, str(MODULE), "serve"], command[:3])
        expected = {
            "name": "a name",
            "mechanism": {"nan": "bare", "timeout_seconds": 3, "runs_per_request": 7},
            "adjacency": "add-remove",
            "guarantee": {"renyi": [{"order": 2, "epsilon": 9}]},
            "pairs": {"explicit": [{"left": [], "right": [1]}]},
            "significant_bits": 24,
        }
        self.assertEqual(
            {
                "error_probability": 0.25,
                "seed": 5,
                "budget": {"runs": 64, "seconds": 60},
                "claims": [expected],
            },
            claims,
        )

    def test_a_refuted_claim_can_be_audited_again(self) -> None:
        report = assay.audit(half_the_noise, self.claim, [([], [1])], significant_bits=24)
        assert report.directory is not None and report.reproduce is not None
        self.assertTrue(pathlib.Path(report.directory, "report", "report.html").is_file())
        self.assertIn(str(report.directory / "claims.json"), report.reproduce)
        shutil.rmtree(report.directory)

    def test_a_true_claim_stands_and_leaves_nothing(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            with mock.patch.object(tempfile, "tempdir", directory):
                report = assay.assert_private(
                    noisy_sum,
                    self.claim,
                    [([0], [0, 1])],
                    runs=3000,
                    significant_bits=24,
                    strict=True,
                )
            self.assertEqual([], os.listdir(directory))
        self.assertEqual(("not refuted", False, 3000), (report.verdict, report.refuted, report.runs))
        self.assertLessEqual(report.lower_bound, 1)
        self.assertEqual((None, None, None), (report.witness, report.reproduce, report.directory))

    def test_strict_is_about_doubt(self) -> None:
        pairs = [([0], [0, 1])]
        with self.assertRaisesRegex(AssertionError, r"\Ainconclusive"):
            assay.assert_private(noisy_sum, self.claim, pairs, runs=10, strict=True)
        report = assay.assert_private(noisy_sum, self.claim, pairs, runs=10)
        self.assertEqual("inconclusive", report.verdict)

    def test_nan_travels(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            pairs = [{"left": [0.5], "right": [math.nan], "description": "a NaN"}]
            claim = assay.Claim.pure(1, "replace-one")
            report = assay.audit(tells_nan, claim, pairs, directory=directory)
            self.assertTrue(report.refuted)
            self.assertTrue(pathlib.Path(directory, "report", "report.html").is_file())

    @NEEDS_NUMPY
    def test_arrays_are_datasets(self) -> None:
        pairs = [(numpy.zeros(1), numpy.array([0.0, 1]))]
        report = assay.audit(noisy_sum, self.claim, pairs, runs=1000, significant_bits=24)
        self.assertEqual(1000, report.runs)

    def test_events_are_claims(self) -> None:
        claim = assay.Claim.event(assay.laplace(1, "add-remove"), 1e-3, "add-remove")
        with tempfile.TemporaryDirectory() as directory:
            report = assay.audit(
                half_the_noise, claim, [([], [1])], directory=directory, significant_bits=24
            )
            self.assertTrue(report.refuted)

    def test_refusals(self) -> None:
        with self.assertRaisesRegex(assay.Refusal, "epsilon was -1.0: it must be finite"):
            assay.audit(noisy_sum, assay.Claim.pure(-1, "add-remove"), [([], [1])])
        with self.assertRaisesRegex(assay.Refusal, r"unsuitable: \{1} is a set, which is not"):
            assay.audit(unsuitable, self.claim, [([1], [1, 1])])


@NEEDS_ASSAY
class CanariesTest(unittest.TestCase):
    """Scores of 120 canaries that an attack tells apart, and of four that it takes for each other."""

    INSIDE = [2 + i / 100 for i in range(60)] + [-5.0, math.inf]
    OUTSIDE = [-2 - i / 100 for i in range(60)] + [5.0, -math.inf]

    def test_bounds_and_verdict(self) -> None:
        claim = assay.Claim.gaussian(0.5, "zero-out")
        report = assay.canaries(
            self.INSIDE, self.OUTSIDE, "zero-out", claim=claim, delta=[1e-5, 0], guesses=[124, 31]
        )
        self.assertEqual("122 of 124 guesses about 124 canaries were right", report.counts[0])
        self.assertEqual("29 of 31 guesses about 124 canaries were right", report.counts[1])
        self.assertEqual([1e-5, 0.0], list(report.epsilon))
        # With p = .90666, 122 or more of 124 are right with half the error probability.
        self.assertAlmostEqual(2.27352, report.epsilon[0.0], 4)
        self.assertEqual("refuted", report.verdict)
        self.assertLess(0.5, report.mu)
        self.assertIn("claim 0.5-GDP under zero-out: refuted", str(report))

    def test_thresholds_in_repeated_runs(self) -> None:
        fixed = assay.canaries(
            self.INSIDE, self.OUTSIDE, "add-remove", delta=0, thresholds=0.5, error_probability=0.05
        )
        # One error of each kind among 62 runs: the Clopper-Pearson bound at 0.025 is 0.08662.
        self.assertAlmostEqual(0.08662, fixed.tradeoff[0][0], 4)
        self.assertAlmostEqual(0.08662, fixed.tradeoff[0][1], 4)
        self.assertAlmostEqual(math.log(1 / 0.08662 - 1), fixed.epsilon[0], 3)
        ranked = assay.canaries(self.INSIDE, self.OUTSIDE, "add-remove", delta=0, thresholds="all")
        self.assertEqual(
            ["24 thresholds among the scores share the error probability"], ranked.counts
        )
        self.assertTrue(0.7 < ranked.roc_area < 1)
        self.assertTrue(0 < ranked.epsilon[0] < fixed.epsilon[0])
        with self.assertRaisesRegex(ValueError, "both given"):
            assay.canaries([1.0], [0.0], "add-remove", guesses=1, thresholds=0)

    def test_all_numbers_of_guesses(self) -> None:
        report = assay.canaries(self.INSIDE, self.OUTSIDE, "add-remove", delta=0)
        self.assertEqual(4, len(report.counts))
        self.assertIsNone(report.verdict)

    def test_refusals(self) -> None:
        with self.assertRaisesRegex(ValueError, "NaN"):
            assay.canaries([1.0, math.nan], [0.0], "add-remove")
        with self.assertRaisesRegex(assay.Refusal, "fair coins"):
            assay.canaries([float(i) for i in range(200)], [0.0], "add-remove", delta=0)
        with self.assertRaisesRegex(assay.Refusal, "adjacency"):
            assay.canaries([1.0], [0.0], "neighbours", delta=0)


class BudgetTest(unittest.TestCase):
    """Budgets of a store in a file."""

    def test_a_charge_comes_before_the_run(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            store = pathlib.Path(directory, "budgets")
            team = assay.Budget.create(store, "team", "add-remove", epsilon=1)
            with self.assertRaisesRegex(assay.Refusal, "such a budget already"):
                assay.Budget.create(store, "team", "add-remove", epsilon=1)
            with self.assertRaises(ZeroDivisionError):
                with team.charge("laplace(2)", label="fails", id="run-1") as charge:
                    self.assertEqual({"epsilon": 0.5}, charge.left)
                    raise ZeroDivisionError
            again = team.charge("laplace(2)", label="fails", id="run-1")
            self.assertEqual(1, again.sequence)
            self.assertEqual({"epsilon": 0.5}, team.remaining())
            self.assertEqual(5, team.most_times("pure(0.1)"))
            self.assertFalse(team.fits("pure(0.6)"))
            with self.assertRaisesRegex(assay.BudgetRefusal, "limit on epsilon by 0.1 in"):
                with team.charge("pure(0.6)"):
                    self.fail("it ran")
            self.assertEqual(["fails"], [entry["label"] for entry in team.history()])
            with self.assertRaisesRegex(assay.Refusal, "there is no such budget"):
                assay.Budget(store, "nobody").remaining()
            team.close()

    def test_questions_name_no_store(self) -> None:
        with assay.Accountant() as accountant:
            with self.assertRaisesRegex(assay.Refusal, "fn 'budget' is unknown"):
                accountant.evaluate("budget", action="show", name="team")


if __name__ == "__main__":
    unittest.main()
