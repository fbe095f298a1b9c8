"""Runs a mechanism on one dataset and replays it on a neighbour with the same released values.

``assay.replay`` is the way to call this, and ``docs/guide/python-replay.md`` its page. The method
is that of [@CebereEtAl2026]: with equal releases, two runs must make the same calls, move each true
value by no more than declared, and return the same output. Then the mechanism is the adaptive
composition of its primitives, which the accountant prices.
"""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import json
import math
import random
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Callable, Optional, Union

import assay
from assay_follow import followed, watching
from assay_primitives import NOISE, Call, Diverged, Run, key_of, place_of, running

__all__ = ["Finding", "Replay", "replay"]

_ROUNDING = 2.0**-44
"""The part of a true value that rounding of sums may explain: 2^-52 for each of 256 additions."""

_MOST_ROUNDING = 1e-6
"""The part of a declared sensitivity that rounding may add; more is a finding in any case."""

_MISSING: Any = object()
_DELTAS = (0.1, 1e-2, 1e-3, 1e-5, 1e-7, 1e-9, 1e-12)
_ORDERS = (1.25, 2.0, 4.0, 16.0, 64.0, 1024.0, 65536.0)

_UNIT = 1074
"""The smallest double is 2 to the power of minus this number."""

_SCALED = (*NOISE, "exponential")
_NORMS = {"gaussian": "l2", "exponential_mechanism": "largest difference"}


@dataclass(frozen=True)
class Finding:
    """A fault that a replay showed.

    :param kind: ``"sensitivity"``, ``"not finite"``, ``"parameter"``, ``"control flow"``,
        ``"shape"``, ``"sample"``, ``"noise"``, ``"output"`` or ``"cost"``
    :param where: file and line
    :param text: what was seen
    :param pair: the number of the pair, from 1, or None for a cost
    """

    kind: str
    where: str
    text: str
    pair: Optional[int] = None
    severity: float = field(default=0.0, repr=False, compare=False)

    def __str__(self) -> str:
        """One line."""
        on = "" if self.pair is None else f", on pair {self.pair}"
        return f"{self.where}: {self.kind}: {self.text}{on}"


@dataclass(frozen=True)
class Replay:
    """What replays showed.

    :param findings: the faults, the worst of each kind and line
    :param undecided: what could not be looked at, and why
    :param notes: what was seen or priced
    :param events: what was drawn, in the notation, of each kind of run
    """

    findings: tuple[Finding, ...]
    undecided: tuple[str, ...]
    notes: tuple[str, ...]
    events: tuple[str, ...]
    pairs: int
    recordings: int

    @property
    def state(self) -> str:
        """``"problems found"``, ``"undecided"`` or ``"none found"``, which is no proof."""
        if self.findings:
            return "problems found"
        return "undecided" if self.undecided else "none found"

    def __str__(self) -> str:
        """The verdict, and what it rests on."""
        count = len(self.findings)
        on = f"in {self.pairs} pair{'s' * (self.pairs > 1)}, {self.recordings} recordings"
        head = f"replay found {count} problem{'s' * (count > 1)} {on}"
        if not count:
            head = f"replay found none {on}: this is not a proof"
            if self.undecided:
                head = f"replay is undecided {on}: it found none, and did not see everything"
        lines = [f"  {it}" for it in self.findings]
        lines += [f"  undecided: {it}" for it in self.undecided]
        return "\n".join([head, *lines, *(f"  {it}" for it in self.notes)])


def replay(
    function: Callable[..., Any],
    data: Any = _MISSING,
    neighbour: Any = _MISSING,
    *,
    pairs: Optional[Iterable[tuple[Any, Any]]] = None,
    claim: Optional[assay.Claim] = None,
    event: Optional[assay.EventLike] = None,
    adjacency: Optional[str] = None,
    sensitivity: Union[float, Mapping[Any, float], None] = None,
    neighbours: str = "checked",
    recordings: int = 6,
    tolerance: float = 1e-9,
    seed: int = 0,
    accountant: Optional[assay.Accountant] = None,
) -> Replay:
    """Record runs on one dataset, replay them on its neighbour, in both directions, and compare.

    :param function: a function of a dataset, and perhaps of a generator, as for ``assay.audit``
    :param data: one dataset, unless ``pairs`` are given
    :param neighbour: its neighbour
    :param pairs: several pairs of neighbours
    :param claim: what the cost of all that was drawn is compared with
    :param event: what was declared to be drawn; a claim about all that is certified of the event
    :param adjacency: the relation of the pairs, needed with ``event``; that of the claim else
    :param sensitivity: how far a neighbour moves what followed draws are added to: a number for all
        draws, or numbers by line, such as ``{12: 1}``; unknown if left out
    :param neighbours: ``"trusted"`` if lists are not lists of records, so that nobody checks them
    :param recordings: how many runs are recorded for each direction of each pair
    :param tolerance: the part of a declared sensitivity or cost that is no finding
    :param seed: repeats the noise of primitives, and seeds generators
    :param accountant: what prices, if not one that is started for this question
    """
    if [data is _MISSING, neighbour is _MISSING] != [pairs is not None] * 2:
        raise TypeError("give data and neighbour, or pairs")
    given = [(data, neighbour)] if pairs is None else list(pairs)
    if not given:
        raise ValueError("pairs was empty: give at least one pair")
    if not recordings >= 1:
        raise ValueError(f"recordings was {recordings}: it must be at least 1")
    if claim is not None and event is not None:
        raise TypeError("give one of claim and event")
    adjacency = claim.adjacency if claim is not None else adjacency
    if event is not None and adjacency is None:
        raise TypeError("an event needs adjacency=, the relation of the pairs")
    if neighbours not in ("checked", "trusted"):
        raise ValueError(f"neighbours was {neighbours!r}: it must be 'checked' or 'trusted'")
    session = _Session(function, sensitivity, tolerance, seed)
    for number, (left, right) in enumerate(given, 1):
        checked = neighbours == "checked" and _are_checked(number, left, right, adjacency)
        session.is_trusted |= not checked
    with session.prepared():
        session.run(given, recordings)
    if claim is not None or event is not None:
        declared = event if claim is None else claim
        with contextlib.nullcontext(accountant) if accountant else assay.Accountant() as asked:
            session.price(asked, declared, str(adjacency))
    return session.report(len(given), 2 * recordings * len(given))


def _are_checked(number: int, left: Any, right: Any, adjacency: Optional[str]) -> bool:
    """Whether two lists are one record apart; of other data it is for the caller to know."""
    left, right = (it.tolist() if hasattr(it, "tolist") else it for it in (left, right))
    lists = all(isinstance(it, (list, tuple)) for it in (left, right))
    if not lists or adjacency not in ("add-remove", "replace-one"):
        return False
    one, other = Counter(map(key_of, left)), Counter(map(key_of, right))
    apart = sorted([sum((one - other).values()), sum((other - one).values())])
    if apart != ([0, 1] if adjacency == "add-remove" else [1, 1]):
        raise ValueError(
            f"pair {number} has {apart[0]} and {apart[1]} records in one list only, which is no"
            f" pair under {adjacency}; say neighbours='trusted' if these are no lists of records"
        )
    return True


@dataclass
class _Recording:
    """A recorded run, with what repeats it."""

    pair: int
    data: Any
    run: Run
    outcome: tuple[str, Any]
    is_followed: bool = True


class _Session:
    """All runs of one mechanism."""

    def __init__(
        self, function: Callable[..., Any], sensitivity: Any, tolerance: float, seed: int
    ) -> None:
        if not callable(function):
            raise TypeError(f"the function was {function!r}: it must be a Python function")
        self._served = assay._as_mechanism(function)
        if self._served._batch:
            raise TypeError("a function that makes many runs at once is not replayed: give one run")
        plain = self._served._function
        code = getattr(plain, "__code__", None)
        self._names: dict[str, Any] = getattr(plain, "__globals__", {})
        name = getattr(plain, "__qualname__", repr(plain))
        self._place = place_of(code.co_filename, code.co_firstlineno) if code else name
        self._sensitivity = sensitivity
        self._tolerance = tolerance
        self._seed = seed
        self.is_trusted = False
        self._released: set[str] = set()
        self._clear()

    def _clear(self) -> None:
        self._runs = 0
        self._recordings: list[_Recording] = []
        self._found: dict[tuple[str, str], Finding] = {}
        self._undecided: dict[str, None] = {}
        self._notes: dict[str, None] = {}
        self._moved: dict[str, float] = {}
        self._reproduced = True
        self._replaced: dict[str, None] = {}
        self._twins: Counter[tuple[int, int]] = Counter()

    @contextlib.contextmanager
    def prepared(self) -> Any:
        """Generators are followed inside, and are afterwards what they were before."""
        state, numpy = random.getstate(), sys.modules.get("numpy")
        other = numpy.random.get_state() if numpy else None
        try:
            with watching(self._names):
                yield
        finally:
            random.setstate(state)
            if numpy:
                numpy.random.set_state(other)

    # Runs

    def run(self, pairs: Sequence[tuple[Any, Any]], recordings: int) -> None:
        """Checks all pairs, once more if draws turned out to be released as they are.

        That shows by a mean that moves, which it need not do on every pair.
        """
        known = None
        while known != self._released:
            known = set(self._released)
            self._clear()
            for number, (left, right) in enumerate(pairs, 1):
                for recording in range(recordings):
                    self._check(number, left, right, recording)
                    self._check(number, right, left, recording)
        self._check_reproduction()

    def _execute(self, data: Any, run: Run) -> Optional[tuple[str, Any]]:
        """The outcome of a run; None if a replay could not go on."""
        self._runs += 1
        generator = tuple(map(followed, self._served._seeded(self._seed * 1_000_003 + self._runs)))
        own = assay._copies(data)()
        try:
            with running(run):
                value = self._served._function(own, *generator)
        except Diverged:
            return None
        except (Exception, SystemExit) as problem:  # noqa: BLE001 - whatever fails is an outcome
            return "failed", f"{type(problem).__name__}: {problem}"
        finally:
            if run.foreign:
                self._undecided[f"{run.foreign}: noise of another thread was not followed"] = None
        try:
            return "returned", json.dumps(assay._plain(value))
        except TypeError:
            return "object", value

    def _check(self, pair: int, data: Any, neighbour: Any, number: int) -> None:
        """Records a run, and replays it on the neighbour."""
        rng = random.Random(f"{self._seed} {pair} {number}")
        # Everybody in the sample shows rare leaks, fair coins show what sees more than the sample.
        coins = (1.0, 0.5, 0.5)[number] if number < 3 else None
        run = Run(rng, coins=coins)
        outcome = self._execute(data, run)
        assert outcome is not None
        self._recordings.append(_Recording(pair, data, run, outcome))
        again = Run(rng, run.calls)
        other = self._execute(neighbour, again)
        unseen, self._recordings[-1].is_followed = self._unfollowed(run, again)
        self._check_twins(run)
        for place, finding in self._differences(pair, run, again, outcome, other):
            if place <= unseen:
                self._add(finding)
            else:
                self._doubt(finding, "draws before were not followed")
        if outcome[0] == "failed" and outcome == other:
            self._undecided[f"{self._place}: the run failed with {outcome[1]}"] = None

    def _doubt(self, finding: Finding, why: str) -> None:
        self._undecided[f"{finding.where}: {finding.kind} differed, but {why}"] = None

    def _add(self, finding: Finding) -> None:
        key = (finding.kind, finding.where)
        if key not in self._found or finding.severity > self._found[key].severity:
            self._found[key] = finding

    def _check_twins(self, run: Run) -> None:
        """Notes draws that are equal in two recordings, as those of two equal seeds are."""
        known: dict[tuple[Any, ...], int] = {}
        for place, call in enumerate(run.calls):
            if call.declared or not call.size or not 0 < call.parameters.get("scale", 0) < math.inf:
                continue
            answer, scale = call.answer, call.parameters["scale"]
            answers = answer.ravel().tolist() if hasattr(answer, "ravel") else [answer]
            noise = [round(abs(a - b) / scale, 9) for a, b in zip(answers, call.query or [])]
            twin = known.setdefault((call.kind, *noise), place)
            self._twins[twin, place] += twin != place
            if self._twins[twin, place] > 1:
                said = f"noise is equal to that of {run.calls[twin].where}, and priced as another"
                self._undecided[f"{call.where}: {call.words()} {said}"] = None

    def _unfollowed(self, run: Run, again: Run) -> tuple[float, bool]:
        """The place of the first draw whose use is not known, and whether none needs a note."""
        first, is_followed = math.inf, True
        for place, call in enumerate(run.calls):
            other = again.calls[place] if place < len(again.calls) else None
            reason = _unfollowed(call, other)
            if reason is not None and (call.additions or call.where not in self._released):
                self._undecided[f"{call.where}: {call.words()} noise {reason}"] = None
                first, is_followed = min(first, place), False
            elif reason is not None and not any(call.query or []):
                first = min(first, place)  # a helper may draw with a true value or without
        return first, is_followed

    # Comparisons

    def _differences(
        self,
        pair: int,
        run: Run,
        again: Run,
        outcome: tuple[str, Any],
        other: Optional[tuple[str, Any]],
    ) -> Iterable[tuple[int, Finding]]:
        """What differs, with the number of calls that came before."""
        outside: list[bool] = []  # for each open sample, whether both runs have the same
        for place, (one, two) in enumerate(zip(run.calls, again.calls)):
            for kind, text, severity in self._of_calls(one, two):
                yield place, Finding(kind, one.where, text, pair, severity)
            if two.kind == "sample begins":
                outside.append(two.equal_samples)
            elif two.kind == "sample ends":
                outside.pop()
            queries = _queries(one, two) if any(outside) else None
            if queries is not None and _differ(*queries):
                text = f"{one.words()} moved though the sample did not: it sees other records"
                yield place, Finding("sample", one.where, text, pair)
        end = len(again.calls)
        if again.difference is not None and outcome[0] == "failed" and end == len(run.calls):
            text = f"it fails on one dataset alone, with {_short(outcome[1])}"
            yield end, Finding("output", self._place, text, pair)
        elif again.difference is not None:
            kind, where, text = again.difference
            yield end, Finding(kind, where, text, pair)
        elif end < len(run.calls) and (other is None or other[0] != "failed"):
            call = run.calls[end]
            text = f"{call.words()} was recorded, and the replay ended before"
            yield end, Finding("control flow", call.where, text, pair)
        elif other is not None and _unequal(outcome, other):
            if outcome[0] == other[0] == "object":
                self._undecided[f"{self._place}: outputs of this type cannot be compared"] = None
                return
            shown = " and ".join(f"{it[0]} {_short(it[1])}" for it in (outcome, other))
            text = f"it depends on data beyond what was released: {shown}"
            yield len(run.calls), Finding("output", self._place, text, pair)

    def _of_calls(self, one: Call, two: Call) -> Iterable[tuple[str, str, float]]:
        """What differs between a call and its replay: kind, words and severity."""
        words = one.words()
        for name in [it for it in one.parameters if it != "factor"]:
            a, b = one.parameters[name], two.parameters.get(name, one.parameters[name])
            if name != "of" and one.kind in _SCALED and not 0 < a < math.inf:
                yield "parameter", f"{name} of {words} was {a}: it must be above 0 and finite", 0
            elif a != b:
                yield "parameter", f"{name} of {words} depends on the data: {a} and {b}", 0
        declared = self._declared(one)
        if declared is not None and not 0 <= declared < math.inf:
            yield "parameter", f"sensitivity of {words} was {declared}: it must be finite", 0
            return
        if one.sensitivity != two.sensitivity:
            said = f"{one.sensitivity} and {two.sensitivity}"
            yield "parameter", f"sensitivity of {words} depends on the data: {said}", 0
        if max(two.strangers) > 1:
            said = f"{two.strangers[0]} records in one only and {two.strangers[1]} in the other"
            yield "sample", f"drawn from lists that are no neighbours, {said}", max(two.strangers)
        elif two.strangers == (1, 1):
            self._replaced[one.where] = None
        queries = _queries(one, two)
        if queries is None:
            return
        uses = [_first_additions(it) for it in (one, two)]
        values = itertools.chain(*queries, *itertools.chain(*uses))
        wrong = next((it for it in values if not math.isfinite(it)), None)
        if wrong is not None:
            yield "not finite", f"{words} was given {wrong}, which noise does not hide", 0
            return
        if not one.declared and not one.additions:
            self._released.add(one.where)
        if declared is None:
            unknown = "the sensitivity of its true value is unknown: say sensitivity="
            self._undecided[f"{one.where}: {words} noise: {unknown}"] = None
        elif one.kind == "exponential" and not one.paired:
            self._undecided[f"{one.where}: exponential noise is one-sided, and not priced"] = None
        yield from self._moves(one, *queries)

    def _moves(
        self, one: Call, query: list[Any], other: list[Any]
    ) -> Iterable[tuple[str, str, float]]:
        norm = _NORMS.get(one.kind, "l1")
        moved = _distance(norm, query, other)
        self._moved[one.where] = max(float(moved), self._moved.get(one.where, 0.0))
        declared = self._declared(one)
        if declared is None:
            return
        excess = moved - Fraction(declared)
        if excess <= Fraction(self._tolerance) * Fraction(declared):
            return
        if excess <= min(Fraction(_MOST_ROUNDING) * Fraction(declared), _slack(query, other)):
            self._notes[f"{one.where}: rounding moved {one.words()} beyond its sensitivity"] = None
            return
        text = f"{one.words()} has sensitivity {declared}, and moved by {float(moved)} ({norm})"
        yield "sensitivity", text, float(moved)

    def _declared(self, call: Call) -> Optional[float]:
        """The sensitivity, which of draws of generators the caller may know."""
        if call.declared:
            return call.sensitivity
        if isinstance(self._sensitivity, Mapping):
            line = int(call.where.rpartition(":")[2])
            return self._sensitivity.get(line, self._sensitivity.get(call.where))
        return self._sensitivity

    def _check_reproduction(self) -> None:
        """Replays each recording on its own data, with other noise where its use is known."""
        for recording in self._recordings:
            run = recording.run
            # With other noise a draw that is not followed would show, which is known already.
            fresh = self._released if recording.is_followed else None
            again = Run(random.Random(), run.calls, fresh=fresh)
            outcome = self._execute(recording.data, again)
            if outcome is None or again.difference or len(again.calls) != len(run.calls):
                self._vary("made other calls")
            elif _unequal(recording.outcome, outcome) and outcome[0] != "object":
                self._vary("ended otherwise")
            else:
                queries = filter(None, map(_queries, run.calls, again.calls))
                if any(_differ(*it) for it in queries):
                    self._vary("had other true values")
            for one, two in zip(run.calls, again.calls):
                drawn = not one.declared and one.kind != "raw" and one.parameters["scale"] > 0
                anew = drawn and fresh is not None and one.where not in fresh
                if anew and one.size and _same(one.answer, two.answer):
                    text = f"{one.words()} noise was the same in two runs: its seed is fixed"
                    self._add(Finding("noise", one.where, text, recording.pair))

    def _vary(self, what: str) -> None:
        self._reproduced = False
        self._undecided[
            f"{self._place}: two runs on the same data with the same releases {what}: it depends on"
            " time, memory or randomness that was not followed"
        ] = None

    # Costs

    def price(
        self, accountant: assay.Accountant, declared: Any, adjacency: str
    ) -> None:
        """Compares what was drawn with what was declared."""
        replaced = self._replaced if adjacency == "add-remove" else {}
        for text in self._events():
            if replaced and "poisson(" in text:
                where = ", ".join(replaced)
                said = f"{where} samples from lists where a record was replaced"
                self._undecided[f"{text} was not priced: {said}"] = None
                continue
            try:
                costs = list(_costs(accountant, text, declared, adjacency))
            except assay.Refusal as problem:
                self._undecided[f"{text} was not priced: {problem}"] = None
                continue
            if all([self._fits(text, *it) for it in costs]):
                points = f" at {len(costs)} points" if len(costs) > 1 else ""
                self._notes[f"{text} costs no more than claimed{points}"] = None

    def _fits(self, text: str, what: str, cost: assay.Bound, limit: float) -> bool:
        """Whether a cost is certified to be within its limit."""
        allowed = limit * (1 + self._tolerance)
        shown = f"{what} [{cost.lower:.6g}, {cost.upper:.6g}], claimed {limit:.6g}"
        if cost.lower > allowed:
            finding = Finding("cost", self._place, f"{text} was drawn, all of it released: {shown}")
            self._add(dataclasses.replace(finding, severity=cost.lower))
        elif not cost.upper <= allowed:
            self._undecided[f"the cost of {text}: {shown}"] = None
        return cost.upper <= allowed

    def _events(self) -> list[str]:
        """What was drawn, in the notation; a run with a draw of unknown cost has none."""
        texts: dict[str, None] = {}
        for recording in self._recordings:
            text = self._event(recording.run.calls) if recording.is_followed else ""
            if text:
                texts[text] = None
        return list(texts)

    def _event(self, calls: Sequence[Call]) -> str:
        levels: list[tuple[float, list[str]]] = [(1.0, [])]
        for call in calls:
            if call.kind == "sample begins":
                levels.append((call.parameters["probability"], []))
            elif call.kind == "sample ends":
                probability, inner = levels.pop()
                if inner:
                    levels[-1][1].append(f"poisson({_text(probability)}, {_sequence(inner)})")
            elif call.kind not in ("poisson_sample", "uniform"):
                part = self._part(call)
                if part is None:
                    return ""
                levels[-1][1].extend(filter(None, [part]))
        while len(levels) > 1:  # a run that failed inside a sample
            probability, inner = levels.pop()
            levels[-1][1].extend(inner)
        return _sequence(levels[0][1])

    def _part(self, call: Call) -> Optional[str]:
        """The event of a call, empty if it costs nothing, or None with a note if it is unknown."""
        kind, declared = ("laplace" if call.paired else call.kind), self._declared(call)
        if call.absorbed:
            return ""  # priced with the exponential that it was subtracted from
        if declared is None or kind not in NOISE:
            return None
        if declared == 0:
            return ""
        scale = call.parameters.get(NOISE[kind], call.parameters.get("scale"))
        factor = call.parameters.get("factor", 1.0)
        if not (0 < scale * factor < math.inf and declared < math.inf):
            return None  # a finding of its own
        if kind == "exponential_mechanism":
            return f"exponential-mechanism({_text(scale)})"
        if kind.startswith("discrete"):
            size = "" if declared == 1 else f", sensitivity={int(declared)}"
            return f"{kind.replace('_', '-')}({_text(scale)}{size})"
        return f"{kind}({_quotient(scale, factor, declared)})"

    def report(self, pairs: int, recordings: int) -> Replay:
        """What was found; what a second run on the same data may explain is in doubt."""
        found = list(self._found.values())
        if not self._reproduced:
            kept = ("not finite", "noise", "cost")
            for finding in [it for it in found if it.kind not in kept]:
                self._doubt(finding, "runs on the same data differ too")
                found.remove(finding)
        events = self._events()
        if not any(it.run.calls for it in self._recordings):
            self._undecided[f"{self._place}: no primitive was called and nothing was drawn"] = None
        notes = [*(f"drawn: {it}" for it in events), *self._notes]
        if self.is_trusted:
            notes.append("that the datasets are neighbours is taken on trust")
        if not events:
            notes += [f"{it}: moved by at most {moved}" for it, moved in self._moved.items()]
        return Replay(
            tuple(found), tuple(self._undecided), tuple(notes), tuple(events), pairs, recordings
        )


# Numbers


_Addition = tuple[int, float, list[float]]


def _first_additions(call: Call) -> list[list[float]]:
    """The values that noise was added to before anything else was."""
    return [values for stage, _, values in call.additions if stage == 0]


def _shift(one: _Addition, two: _Addition) -> tuple[Fraction, ...]:
    """How far the value moved that noise was added to, in units of the noise."""
    (_, factor, before), (_, _, after) = one, two
    if factor == 0 or not all(map(math.isfinite, (*before, *after))):
        return ()  # a finding of its own
    return tuple((Fraction(b) - Fraction(a)) / Fraction(factor) for a, b in zip(before, after))


def _queries(one: Call, two: Call) -> Optional[tuple[list[Any], list[Any]]]:
    """The true values of a call and its replay, if they are known."""
    if one.declared:
        return None if one.query is None or two.query is None else (one.query, two.query)
    added = [_first_additions(it) for it in (one, two)]
    if added[0] and added[1]:
        return added[0][0], added[1][0]
    means = (one.query or [], two.query or [])
    return means if not added[0] and not added[1] and means[0] != means[1] else None


def _unfollowed(call: Call, other: Optional[Call]) -> Optional[str]:
    """Why the use of a draw is not known."""
    if call.declared or call.absorbed:
        return None
    if call.kind == "raw":
        return f"of {call.parameters['of']} is not followed; assay.primitives are"
    if other is None:
        return None if call.additions else "was not added to a value"
    if len(_first_additions(call)) != len(_first_additions(other)):
        return "was added to a value on one of the datasets only"
    uses = [it for it in zip(call.additions, other.additions) if it[0][0] == 0]
    if len(uses) > 1 and len({_shift(*it) for it in uses}) > 1:
        return "was added to several values, between which a difference has no noise"
    factors = [it.parameters.get("factor", 1.0) for it in (call, other)]
    if factors[0] != factors[1] or not 0 < factors[0] < math.inf:
        return "was multiplied by 0, or by a number that depends on the data"
    later = [[it for it in calls.additions if it[0] > 0] for calls in (call, other)]
    if later[0] != later[1]:
        return "was added to several values one after the other, so that nobody knows to which"
    if not call.additions and call.query == other.query:
        return "was not added to a value in a way that is followed"
    return None


def _distance(norm: str, one: Sequence[Any], other: Sequence[Any]) -> Fraction:
    """The exact distance of two lists of numbers; for l2 the root is rounded down."""
    apart = [abs(_units(b) - _units(a)) for a, b in zip(one, other) if a != b]
    if norm == "l2":
        return Fraction(math.isqrt(sum(it * it for it in apart)), 2**_UNIT)
    return Fraction(sum(apart) if norm == "l1" else max(apart, default=0), 2**_UNIT)


def _units(number: Any) -> int:
    """A number in units of the smallest double, of which every double is a multiple."""
    numerator, denominator = number.as_integer_ratio()
    return int(numerator) << (_UNIT + 1 - denominator.bit_length())


def _slack(one: Sequence[Any], other: Sequence[Any]) -> Fraction:
    """What rounding of long sums explains."""
    return Fraction(_ROUNDING) * max(map(abs, map(Fraction, (*one, *other))), default=Fraction(0))


def _differ(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether values differ by more than rounding explains."""
    return any(
        a != b and (a == a or b == b) and not abs(a - b) <= 1e-9 * max(abs(a), abs(b))
        for a, b in zip(one, other)
    )


def _same(one: Any, two: Any) -> bool:
    return bool(one.tolist() == two.tolist() if hasattr(one, "tolist") else one == two)


def _unequal(one: tuple[str, Any], two: tuple[str, Any]) -> bool:
    if one[0] != two[0]:
        return True
    try:
        return not bool(one[1] == two[1])
    except ValueError:
        return True


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _quotient(scale: float, factor: float, declared: float) -> str:
    """The noise multiplier: a number if it is exact, otherwise a formula that is rounded safely."""
    exact = Fraction(scale) * Fraction(factor) / Fraction(declared)
    number = scale * factor / declared
    if math.isfinite(number) and Fraction(number) == exact:
        return _text(number)
    return f"{_text(scale)}{'' if factor == 1 else f'*{_text(factor)}'}/{_text(declared)}"


def _text(number: Any) -> str:
    """All digits of a number, without a point that says nothing."""
    plain = number.item() if hasattr(number, "item") else number
    return repr(plain).removesuffix(".0")


def _sequence(parts: Sequence[str]) -> str:
    """Events one after the other; equal neighbours become one with a count."""
    counted: list[tuple[str, int]] = []
    for part in parts:
        if counted and counted[-1][0] == part:
            counted[-1] = (part, counted[-1][1] + 1)
        else:
            counted.append((part, 1))
    return " then ".join(it if count == 1 else f"{count} x {it}" for it, count in counted)


# Costs


def _costs(
    accountant: assay.Accountant, drawn: str, declared: Any, adjacency: str
) -> Iterable[tuple[str, assay.Bound, float]]:
    """What the event that was drawn costs, beside what was declared."""
    if not isinstance(declared, assay.Claim):
        yield from _beside(accountant, drawn, declared, adjacency, _DELTAS)
        return
    ((currency, numbers),) = (
        [("event", declared.guarantee)]
        if "event" in declared.guarantee
        else list(declared.guarantee.items())
    )
    if currency == "event":
        deltas = [it for it in _DELTAS if it > numbers["delta"]] + [numbers["delta"]]
        yield from _beside(accountant, drawn, numbers["event"], adjacency, deltas)
    elif currency in ("pure", "approximate"):
        epsilon, delta = float(numbers["epsilon"]), float(numbers.get("delta", 0))
        if currency == "pure" and "gaussian(" in drawn.replace("discrete-", ""):
            infinite = assay.Bound(math.inf, math.inf)
            yield "no pure epsilon is kept by Gaussian noise: epsilon", infinite, epsilon
            return
        at = epsilon * (1 + 1e-9)
        yield f"delta at epsilon {epsilon:g}", accountant.delta(drawn, at, adjacency), delta
    elif currency == "zcdp":
        for order in _ORDERS:
            cost = accountant.renyi(drawn, order, adjacency)
            yield f"divergence of order {order:g}", cost, float(numbers["rho"]) * order
    elif currency == "gaussian":
        other = f"gaussian(1/{_text(numbers['mu'])})"
        yield from _beside(accountant, drawn, other, adjacency, _DELTAS)
    else:
        raise assay.Refusal(f"claims of {currency} are not compared with what was drawn")


def _beside(
    accountant: assay.Accountant,
    drawn: str,
    declared: assay.EventLike,
    adjacency: str,
    deltas: Sequence[float],
) -> Iterable[tuple[str, assay.Bound, float]]:
    for delta in () if drawn == declared else deltas:
        limit = accountant.epsilon(declared, delta, adjacency).upper
        yield f"epsilon at delta {delta:g}", accountant.epsilon(drawn, delta, adjacency), limit
