"""Checks certificates of Assay without Assay: python3 assay_check.py [--key-file KEY] FILE...

A certificate says that a computation is (epsilon, delta)-differentially private. This file proves
it again from the text of the event alone, and compares every other number with what it computed.
With a key it refuses what that key did not sign. It needs Python 3.9, and no code or tables of
Assay. The exit code is 0 if all certificates hold, 1 if one is refused, 2 if one is none. Cited:

[CKS]   Canonne, Kamath, Steinke (2020), arXiv:2004.00010, Proposition 12
[M]     Mironov (2017), arXiv:1702.07476, Propositions 1, 6 and 7
[MTZ]   Mironov, Talwar, Zhang (2019), arXiv:1908.10530, Theorems 4 and 5
[BW]    Balle, Wang (2018), arXiv:1805.06530, Theorem 8
[DRS]   Dong, Roth, Su (2022), arXiv:1905.02383, Corollary 3.3
[KOV]   Kairouz, Oh, Viswanath (2015), arXiv:1311.0776, Theorem 3.3
[ZDW]   Zhu, Dong, Wang (2022), arXiv:2106.08567, Definition 7 and Theorem 10
"""
import collections
import decimal
import functools
import hashlib
import hmac
import itertools
import json
import math
import re
import sys
from decimal import Decimal
from fractions import Fraction


class Refused(Exception):
    """The certificate proves less than it says."""


class Malformed(Exception):
    """There is no certificate that this program understands."""


def require(condition, reason, error=Refused):
    if not condition:
        raise error(reason)


expect = functools.partial(require, error=Malformed)


# Intervals ---------------------------------------------------------------------------------------
def _rounding(mode, digits=60, traps=()):
    always = [decimal.InvalidOperation, decimal.DivisionByZero, decimal.Overflow]
    return decimal.Context(prec=digits, rounding=mode, Emin=decimal.MIN_EMIN, capitals=0,
                           Emax=decimal.MAX_EMAX, flags=[], traps=always + list(traps))


DOWN = _rounding(decimal.ROUND_FLOOR)
UP = _rounding(decimal.ROUND_CEILING)
NEAR = _rounding(decimal.ROUND_HALF_EVEN)
SHOWN = _rounding(decimal.ROUND_CEILING, digits=8)
# A decimal that is rounded without one of the contexts above is a mistake, and raises an exception.
EXACT = _rounding(decimal.ROUND_HALF_EVEN, traps=[decimal.Inexact])
ZERO, NEGLIGIBLE = Decimal(0), Decimal("1e-65")


class Interval:
    """Two decimals with a real number between them; every operation rounds outward.

    The four operations of `decimal` are rounded as the context says. Its exp, ln and sqrt are
    documented to be correctly rounded to the nearest decimal, so the true value lies between the
    neighbours of the answer.
    """

    __slots__ = ("low", "high")

    def __init__(self, low, high):
        if not low <= high:
            raise ArithmeticError("an interval has its ends in the wrong order")
        self.low, self.high = low, high

    @staticmethod
    def of(value):
        """A whole number, fraction or decimal as an interval; an interval stays as it is."""
        if isinstance(value, Interval):
            return value
        value = Fraction(value)
        top, bottom = Decimal(value.numerator), Decimal(value.denominator)
        return Interval(DOWN.divide(top, bottom), UP.divide(top, bottom))

    def __add__(self, other):
        other = Interval.of(other)
        return Interval(DOWN.add(self.low, other.low), UP.add(self.high, other.high))

    def __neg__(self):
        return Interval(self.high.copy_negate(), self.low.copy_negate())

    def __sub__(self, other):
        return self + -Interval.of(other)

    def __mul__(self, other):
        other = Interval.of(other)
        ends = [(a, b) for a in (self.low, self.high) for b in (other.low, other.high)]
        return Interval(min(DOWN.multiply(a, b) for a, b in ends),
                        max(UP.multiply(a, b) for a, b in ends))

    def __truediv__(self, other):
        other = Interval.of(other)
        if not other.low > 0:
            raise ArithmeticError("a divisor is not above 0")
        return Interval(min(DOWN.divide(self.low, b) for b in (other.low, other.high)),
                        max(UP.divide(self.high, b) for b in (other.low, other.high)))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return Interval.of(other) - self

    def __rtruediv__(self, other):
        return Interval.of(other) / self

    def _by(rising):
        return lambda self: Interval(rising(self.low).next_minus(DOWN),
                                     rising(self.high).next_plus(UP))

    exp, ln, sqrt = _by(NEAR.exp), _by(NEAR.ln), _by(NEAR.sqrt)


NOTHING, ONE = Interval.of(0), Interval.of(1)


def largest(intervals):
    return Interval(max(i.low for i in intervals), max(i.high for i in intervals))


def terms(base, most):
    """The numbers base^n / n! for n from 0 to `most`."""
    return list(itertools.accumulate(range(1, most + 1), lambda term, n: term * base / n,
                                     initial=ONE))


# The normal distribution -------------------------------------------------------------------------
PI = Interval(Decimal("3.14159265358979323846264338327950288419716939937510582097494"),
              Decimal("3.14159265358979323846264338327950288419716939937510582097495"))
ROOT_OF_TWO_PI = (2 * PI).sqrt()
# Deviations up to which the series is used, and steps of the fraction, which has 50 digits there.
SERIES_UNTIL, FRACTION_STEPS = 3, 400


def _density(x):
    return (-(x * x) / 2).exp() / ROOT_OF_TWO_PI


def _mills_ratio(x):
    """The probability above x over the density at x, where x is above 0.

    Let I_n be the integral of t^n/n! exp(-xt - t^2/2) over t > 0, so that I_0 is the ratio, and
    I_(-1) = 1. Integration by parts gives I_(n-1) = x I_n + (n+1) I_(n+1), so r_n = I_n / I_(n-1)
    obeys r_n = 1 / (x + (n+1) r_(n+1)), and lies between 0 and 1/x. The recursion begins with that
    interval at a large n and ends with r_0, the ratio.
    """
    ratio = Interval(ZERO, (1 / x).high)
    for n in range(FRACTION_STEPS, 0, -1):
        ratio = 1 / (x + n * ratio)
    return ratio


def _central_part(x):
    """The probability between 0 and x, from 0 to SERIES_UNTIL.

    It is density(x) times the sum of x^(2k+1) / (1 3 5 ... (2k+1)). Once a term is at most half of
    the one before, all later terms add up to at most the last one that was added.
    """
    term = total = x
    for k in itertools.count(1):
        share = x * x / (2 * k + 1)
        term = term * share
        total = total + term
        if share.high <= Decimal("0.5") and term.high <= NEGLIGIBLE:
            return _density(x) * (total + Interval(ZERO, term.high))


def _cumulative_at(point):
    x = Interval.of(point.copy_abs())
    if x.high <= SERIES_UNTIL:
        return Fraction(1, 2) + (1 if point > 0 else -1) * _central_part(x)
    tail = _density(x) * _mills_ratio(x)
    return 1 - tail if point > 0 else tail


def cumulative(x):
    """The normal distribution function, which rises."""
    return Interval(_cumulative_at(x.low).low, _cumulative_at(x.high).high)


# The notation of events --------------------------------------------------------------------------
NAME = "[a-z][a-z_-]*"
LITERAL = r"[0-9]{1,40}(?:\.[0-9]{1,40})?(?:[eE][+-]?[0-9]{1,3})?"
MOST_STEPS, MOST_BITS = 2000, 10_000  # bits of a numerator or denominator


def short(value):
    expect(max(map(int.bit_length, (value.numerator, value.denominator))) <= MOST_BITS,
           "the event has a number that is too long")
    return value


ABOVE_0, FROM_0 = (lambda value: value > 0), (lambda value: value >= 0)
LAW = lambda masses: functools.reduce(lambda a, b: short(a + b), masses) == 1  # noqa: E731
# Keys by place, then keys by name with what they are if they are left out; each with its range.
KINDS = {
    "gaussian": ({"noise_multiplier": ABOVE_0}, {"sensitivity": (1, ABOVE_0)}),
    "laplace": ({"noise_multiplier": ABOVE_0}, {"sensitivity": (1, ABOVE_0)}),
    "randomized-response": ({"truth_probability": lambda p: 0 < p < 1},
                            {"answers": (2, lambda n: n >= 2 and n.denominator == 1)}),
    "pure": ({"epsilon": FROM_0}, {}),
    "zcdp": ({"rho": FROM_0}, {"xi": (0, FROM_0), "delta": (0, lambda delta: delta == 0)}),
    "poisson": ({"sampling_probability": lambda q: 0 <= q <= 1,
                 "event": lambda step: step.kind == "gaussian"}, {}),
    "pair": ({"left": LAW, "right": LAW}, {"name": ("", bool), "citation": ("", bool)}),
}
# A mechanism, its parameters by key, and its text, by which equal steps are told.
Step = collections.namedtuple("Step", "kind values text")


class Parser:
    """event = step {"then" step}; step = [count "x"] part; part = kind(...) or (event)."""

    def __init__(self, text):
        self.text, self.at = text, 0
        self.steps = self.event()
        expect(self.at == len(text), "the event goes on at character %d" % (self.at + 1))

    def found(self, pattern):
        """What comes next if it looks like this, and is read then; otherwise an empty text."""
        match = re.compile(" *(%s)" % pattern).match(self.text, self.at)
        self.at = match.end() if match else self.at
        return match.group(1) if match else ""

    def needed(self, pattern):
        found = self.found(pattern)
        expect(found, "the event cannot be read at character %d" % (self.at + 1))
        return found

    def event(self):
        """A list of pairs of a step and how often it runs."""
        steps = []
        while not steps or self.found("then(?![a-z_-])"):
            steps += self.repeated()
            expect(len(steps) <= MOST_STEPS, "the event has too many steps")
        return steps

    def count(self):
        return int(self.found("[1-9][0-9]{0,15} *x(?![a-z_-])").rstrip(" x") or 1)

    def repeated(self):
        times = self.count()
        if not self.found(r"\("):
            return [(self.call(), times)]
        steps = self.event()
        self.needed(r"\)")
        return [(step, times * count) for step, count in steps]

    def call(self):
        kind = self.needed(NAME)
        begin = self.at - len(kind)
        expect(kind in KINDS, "the kind %r is none of %s" % (kind, ", ".join(KINDS)))
        places, named = KINDS[kind]
        values = {}
        for key, allowed in places.items():
            self.needed("," if values else r"\(")
            values[key] = self.value(kind, key, allowed)
        while self.found(","):
            key = self.needed(NAME)
            expect(key in named and key not in values, "%s has no key %r here" % (kind, key))
            self.needed("=")
            values[key] = self.value(kind, key, named[key][1])
        self.needed(r"\)")
        values = {**{key: value for key, (value, _) in named.items()}, **values}
        return Step(kind, values, self.text[begin:self.at])

    def value(self, kind, key, allowed):
        begin, value = self.at, self.READ.get(key, Parser.quotient)(self)
        expect(allowed(value), "%s has %s =%s, which is not supported"
               % (kind, key, self.text[begin:self.at]))
        return value

    def law(self):
        self.needed(r"\[")
        law = []
        while not law or self.found(","):
            times = self.count()
            expect(len(law) + times <= MOST_STEPS, "a list is too long")
            law += times * [self.quotient()]
        self.needed(r"\]")
        return law

    def quotient(self):
        """Products and quotients of literals, as fractions."""
        value = self.literal()
        while operator := self.found("[*/]"):
            factor = self.literal()
            expect(operator == "*" or factor, "the event divides by 0")
            value = short(value * factor if operator == "*" else value / factor)
        return value

    def literal(self):
        value = Fraction(self.needed(LITERAL))
        return value / 100 if self.found("%") else value

    def quoted(self):
        return self.needed(r'"(?:[^"\\]|\\.)*"')

    READ = {"event": call, "left": law, "right": law, "name": quoted, "citation": quoted}


# The methods: each computes the numbers that a proof has to state, and what they prove -----------
class Gaussian:
    """Gaussians one after the other are one Gaussian whose mu^2 is the sum of theirs [DRS].

    Its delta is cumulative(mu/2 - epsilon/mu) - e^epsilon cumulative(-mu/2 - epsilon/mu) [BW].
    """

    two_sided, numbers = True, ["mu_squared"]

    def __init__(self, steps, adjacency, order):
        require(all(step.kind == "gaussian" for step, _ in steps), "a step is no Gaussian")
        self.total = sum((times * Interval.of(step.values["noise_multiplier"] ** -2)
                          for step, times in steps), NOTHING)
        self.mu = self.total.sqrt()

    def delta(self, epsilon):
        middle, shift = self.mu / 2, epsilon / self.mu
        return cumulative(middle - shift) - epsilon.exp() * cumulative(-middle - shift)


class Losses:
    """Randomized responses, pure epsilons and listed laws, as a sum over outcomes of all steps.

    Each step is dominated by two laws on a few outcomes. For randomized response they are those of
    two different true answers, for pure epsilon those of two answers with this loss [KOV], and
    `pair` lists them. Steps that are chosen from earlier outputs are dominated by the products
    [ZDW]. Delta is the sum of max(0, p - e^epsilon q), or of max(0, q - e^epsilon p) if it is more.
    """

    two_sided, numbers = True, ["greatest_loss"]
    MOST_CELLS = 50_000

    def __init__(self, steps, adjacency, order):
        counts = collections.Counter()
        for step, times in steps:
            counts[step.text] += times
        self.cells, self.total = [(ONE, ONE)], NOTHING
        for step in dict((step.text, step) for step, _ in steps).values():
            laws, loss = self.of(step)
            cells = self.repeated(laws, counts[step.text])
            require(len(self.cells) * len(cells) <= self.MOST_CELLS, "it has too many outcomes")
            self.cells = [(a * p, b * q) for a, b in self.cells for p, q in cells]
            self.total = self.total + counts[step.text] * loss if self.total and loss else None

    @staticmethod
    def of(step):
        """The probabilities of outcomes under both laws, and the greatest loss, None if infinite.

        Outcomes of equal loss have one key; the keys of opposite losses differ by the sign alone.
        """
        v, found = step.values, {}
        if step.kind == "pure":
            loss = Interval.of(v["epsilon"])
            more, less = 1 / (1 + (-loss).exp()), 1 / (1 + loss.exp())
            return {(0, 1): (more, less), (0, -1): (less, more)}, loss
        require(step.kind in ("pair", "randomized-response"), "a step has no list of losses")
        if step.kind == "pair":
            expect(len(v["left"]) == len(v["right"]), "the lists of a pair differ in length")
            laws = zip(v["left"], v["right"])
        else:
            truth, other = v["truth_probability"], (1 - v["truth_probability"]) / (v["answers"] - 1)
            laws = (truth, other), (other, truth), (1 - truth - other,) * 2
        for p, q in laws:
            if p + q:
                excess = (p - q) / (p + q)
                key = abs(excess), (excess > 0) - (excess < 0)
                found[key] = tuple(map(sum, zip((p, q), found.get(key, (0, 0)))))
        size, _ = max(found)
        loss = None if size == 1 else Interval.of((1 + size) / (1 - size)).ln() if size else NOTHING
        return {key: (Interval.of(p), Interval.of(q)) for key, (p, q) in found.items()}, loss

    def repeated(self, laws, times):
        """The probabilities under both laws of what runs can show, up to outcomes of equal loss.

        An outcome that occurs n times has the weight p^n / n!, and all weights have the factor
        times!. Opposite losses cancel, so that only the balance of each pair of them counts.
        """
        require(max(times, math.comb(times + len(laws) - 1, times)) <= self.MOST_CELLS,
                "it has too many outcomes")
        whole, sizes = Interval.of(math.factorial(times)), sorted({size for size, _ in laws})
        begun, done = {(times, 0): (whole, whole)}, {}
        for place, ((size, sign), (p, q)) in enumerate(laws.items(), 1):
            weights = list(zip(terms(p, times), terms(q, times)))
            move, before, begun = sign * (2 * times + 1) ** sizes.index(size), begun, {}
            for (runs, balance), (a, b) in before.items():
                for n in [runs] if place == len(laws) else range(runs + 1):
                    into, key = done if n == runs else begun, (runs - n, balance + n * move)
                    old = into.get(key, (NOTHING, NOTHING))
                    into[key] = old[0] + a * weights[n][0], old[1] + b * weights[n][1]
        return done.values()

    def delta(self, epsilon):
        factor = epsilon.exp()
        return largest([sum((largest([NOTHING, p - factor * q]) for p, q in cells), NOTHING)
                        for cells in (self.cells, [(q, p) for p, q in self.cells])])


class Renyi:
    """Renyi divergences of one order add up [M, Proposition 1] and are converted [CKS].

    At the order "infinity" they are pure epsilons, which add up and need no delta.
    """

    two_sided, numbers = False, ["order", "divergence"]

    def __init__(self, steps, adjacency, order):
        self.adjacency = adjacency
        self.order = None if order == "infinity" else Fraction(number("order", order))
        require(self.order is None or 1 < self.order <= 10 ** 9, "the order is not in (1, 10^9]")
        known = dict((step.text, step) for step, _ in steps)
        work = (self.order or 0) * sum(step.kind == "poisson" for step in known.values())
        require(work <= 20_000, "order times unlike Poisson samples is above 20000")
        known = {text: self.divergence(step) for text, step in known.items()}
        self.total = sum((times * known[step.text] for step, times in steps), NOTHING)

    def divergence(self, step):
        v, a = step.values, self.order
        if step.kind == "laplace":
            return self.laplace(1 / v["noise_multiplier"], a)
        if step.kind in ("randomized-response", "pure", "pair"):
            laws, loss = Losses.of(step)
            require(loss, "an outcome of a pair has probability 0 under one law")
            orders = [laws.values(), [(q, p) for p, q in laws.values()]] if a else []
            moments = [sum((p * ((a - 1) * (p / q).ln()).exp() for p, q in order), NOTHING)
                       for order in orders]
            return largest([moment.ln() / (a - 1) for moment in moments]) if a else loss
        require(a is not None, "%s has no finite pure epsilon" % step.kind)
        if step.kind == "gaussian":  # [M, Proposition 7]
            return Interval.of(a / (2 * v["noise_multiplier"] ** 2))
        if step.kind == "zcdp":  # by definition
            return Interval.of(v["xi"] + v["rho"] * a)
        require(self.adjacency in ("add-remove", "zero-out"),
                "Poisson samples are proved under add-remove and zero-out only")
        require(a.denominator == 1 and a <= 2000, "Poisson samples need a whole order up to 2000")
        return self.sampled(v["sampling_probability"], v["event"].values["noise_multiplier"],
                            int(a))

    @staticmethod
    def laplace(t, a):
        """[M, Proposition 6] for t = sensitivity / scale.

        Let g(t) be the moment below. On several coordinates that are moved by s and t it is
        g(s) g(t), which is at most g(s + t): the difference is a (a-1) / (2a-1)^2 times
        (e^((a-1)s) - e^(-as)) (e^((a-1)t) - e^(-at)). One coordinate is the worst case.
        """
        if a is None:
            return Interval.of(t)
        moment = a * Interval.of((a - 1) * t).exp() + (a - 1) * Interval.of(-a * t).exp()
        return (moment / (2 * a - 1)).ln() / (a - 1)

    @staticmethod
    def sampled(rate, sigma, a):
        """A Gaussian on a Poisson sample at a whole order a, for a record present or absent.

        The divergence of the mixture from the Gaussian is log(A) / (a - 1), where A = sum over k of
        binomial(a, k) (1-q)^(a-k) q^k exp((k^2 - k) / (2 sigma^2)); that of the Gaussian from the
        mixture is no larger [MTZ, Theorems 4 and 5].
        """
        present, absent = terms(rate, a), terms(1 - rate, a)
        growth = (Interval.of((k * k - k) / (2 * sigma ** 2)).exp() for k in range(a + 1))
        moment = sum(map(lambda x, y, z: x * y * z, present, absent[::-1], growth), NOTHING)
        return (math.factorial(a) * moment).ln() / (a - 1)

    def epsilon(self, delta):
        a = self.order
        if a is None:
            return self.total
        logs = Interval.of(delta).ln() + Interval.of(a).ln()
        return self.total + Interval.of((a - 1) / a).ln() - logs / (a - 1)


# Certificates ------------------------------------------------------------------------------------
SCHEMA = "urn:assay:schema:certificate:1"
METHODS = {"gaussian": Gaussian, "losses": Losses, "renyi": Renyi}
KEYS = set("schema assay event adjacency delta epsilon method proof sha256 signature".split())
# A number of a proof may be above what is computed here by this share of it.
SLACK = Decimal("1e-6")
MOST_BYTES, MOST_OF_KEY = 1 << 20, 1 << 12


def number(name, text):
    """A decimal of the only form in which certificates have numbers."""
    form = r"(0|[1-9][0-9]{0,29})(\.[0-9]{0,29}[1-9])?(e-?[1-9][0-9]{0,2})?"
    expect(isinstance(text, str) and re.fullmatch(form, text),
           "%s is %r, which is no decimal of a certificate" % (name, text))
    return Decimal(text)


def unique(pairs):
    expect(len(dict(pairs)) == len(pairs), "a key occurs twice")
    return dict(pairs)


def keys_of(value, keys, name):
    expect(isinstance(value, dict) and set(value) == set(keys),
           "%s does not have exactly the keys %s" % (name, ", ".join(sorted(keys))))


def content(certificate):
    """The bytes that are hashed and signed."""
    rest = {key: value for key, value in certificate.items() if key not in ("sha256", "signature")}
    return json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def check(text, key=None):
    """What is proved, in one line; Refused or Malformed if nothing is."""
    certificate = json.loads(text, object_pairs_hook=unique)
    keys_of(certificate, KEYS, "the certificate")
    expect(all(isinstance(certificate[name], str) for name in KEYS - {"epsilon", "proof"}),
           "a value is no text")
    expect(certificate["schema"] == SCHEMA, "its schema is not " + SCHEMA)
    expect(certificate["adjacency"] in ("add-remove", "replace-one", "zero-out"),
           "its adjacency is not add-remove, replace-one or zero-out")
    expect(certificate["method"] in METHODS, "its method is none of " + ", ".join(METHODS))
    method, fields = METHODS[certificate["method"]], certificate["proof"]
    ends = certificate["epsilon"]
    keys_of(ends, ["lower", "upper"] if method.two_sided else ["upper"], "epsilon")
    keys_of(fields, ["steps", *method.numbers], "the proof")
    ends = {end: number("epsilon", ends[end]) for end in ends}
    delta = number("delta", certificate["delta"])
    expect(0 < delta < 1, "delta is not between 0 and 1")
    require(certificate["sha256"] == hashlib.sha256(content(certificate)).hexdigest(),
            "it was changed: its sha256 differs")
    signature = certificate["signature"]
    require(not key or signature == hmac.new(key, content(certificate), "sha256").hexdigest(),
            "it is not signed with this key")
    steps = Parser(certificate["event"]).steps
    try:
        proof = method(steps, certificate["adjacency"], fields.get("order"))
        judge(proof, steps, fields, ends, delta)
    except (ArithmeticError, ValueError) as e:
        raise Refused("its numbers are beyond what can be computed: %s" % e) from e
    words = "not signed" if signature == "none" else "signed" if key else "signature not looked at"
    return "(%s, %s)-DP under %s, %s: %s" % (certificate["epsilon"]["upper"], certificate["delta"],
                                             certificate["adjacency"], words, certificate["event"])


def judge(proof, steps, fields, ends, delta):
    """Whether the proof states what is computed here, and whether that proves both ends."""
    require(fields["steps"] == [{"event": step.text, "times": str(times)} for step, times in steps],
            "the steps of the proof are not those of the event")
    name, total = proof.numbers[-1], proof.total
    stated = fields[name] if total is None else number(name, fields[name])
    require(stated == "infinity" if total is None
            else total.high <= stated <= UP.multiply(total.high, 1 + SLACK),
            "its %s is not %s or a little more" % (name, total and SHOWN.plus(total.high)))
    if not proof.two_sided:
        least = proof.epsilon(delta).high
        return require(least <= ends["upper"],
                       "its epsilon is too small: this order proves %s" % SHOWN.plus(least))
    reached = proof.delta(Interval.of(ends["upper"])).high
    require(reached <= delta,
            "its epsilon is too small: there delta is up to %s" % SHOWN.plus(reached))
    require(ends["lower"] <= ends["upper"] and (
        ends["lower"] == 0 or proof.delta(Interval.of(ends["lower"])).low > delta),
            "its lower end of epsilon is not proved")


def read(file, most):
    with open(file, "rb") as stream:
        found = stream.read(most + 1)
    expect(len(found) <= most, "%s is longer than %d bytes" % (file, most))
    return found


def main(files):
    keys, files = (files[1:2], files[2:]) if files[:1] == ["--key-file"] else ([], files)
    if not files or files[0] in ("-h", "--help"):
        print(__doc__, file=sys.stdout if files else sys.stderr)
        return 0 if files else 2
    sys.stdout.reconfigure(errors="backslashreplace")
    decimal.setcontext(EXACT)
    code = 0
    for file in files:
        try:
            key = read(keys[0], MOST_OF_KEY) if keys else None
            expect(key is None or len(key) >= 16, "a key has at least 16 bytes")
            print("holds   %s: %s" % (file, check(read(file, MOST_BYTES).decode("utf-8"), key)))
        except (Refused, Malformed, OSError, ValueError, RecursionError) as e:
            word, end = ("refused", 1) if isinstance(e, Refused) else ("bad    ", 2)
            print("%s %s: %s" % (word, file, e))
            code = max(code, end)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
