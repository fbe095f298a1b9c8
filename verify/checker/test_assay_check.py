"""Tests of the checker against other ways to compute the same: exact fractions, series at more
digits, sums over all outcomes, and integrals. Then certificates that are changed.
"""
import decimal
import hashlib
import itertools
import json
import math
import random
import unittest
from decimal import Decimal
from fractions import Fraction

import assay_check
from assay_check import Gaussian, Interval, Losses, Malformed, Parser, Refused, Renyi

MORE = decimal.Context(prec=900, Emin=-10 ** 9, Emax=10 ** 9)


def steps(text):
    return Parser(text).steps


class WithExactDecimals(unittest.TestCase):
    """A decimal that is rounded by accident raises an exception, as in the program."""

    def setUp(self):
        before = decimal.getcontext()
        self.addCleanup(decimal.setcontext, before)
        decimal.setcontext(assay_check.EXACT)

    def encloses(self, interval, value, width="1e-40"):
        """The value, and no more than a width relative to it."""
        self.assertLessEqual(interval.low, value)
        self.assertGreaterEqual(interval.high, value)
        room = MORE.subtract(interval.high, interval.low)
        self.assertLessEqual(room, MORE.multiply(MORE.abs(value), Decimal(width)))


class IntervalsTest(WithExactDecimals):
    def test_operations_enclose_exact_fractions(self):
        chance = random.Random(1)
        for _ in range(2000):
            a, b = (Fraction(chance.randint(-99, 99), chance.randint(1, 97)) for _ in range(2))
            for made, exact in [
                (Interval.of(a) + b, a + b), (Interval.of(a) - b, a - b),
                (Interval.of(a) * b, a * b), (a - Interval.of(b), a - b),
                (-Interval.of(a), -a),
            ] + ([(Interval.of(a) / b, a / b), (a / Interval.of(b), a / b)] if b > 0 else []):
                self.assertLessEqual(Fraction(made.low), exact)
                self.assertGreaterEqual(Fraction(made.high), exact)

    def test_wide_intervals_hold_all_results(self):
        ends = [Decimal(x) for x in ("-3", "-1", "0", "2", "5")]
        wide = [Interval(a, b) for a in ends for b in ends if a <= b]
        for one, other in itertools.product(wide, wide):
            product = one * other
            for a, b in itertools.product((one.low, one.high), (other.low, other.high)):
                self.assertTrue(product.low <= MORE.multiply(a, b) <= product.high)
            if other.low > 0:
                for a, b in itertools.product((one.low, one.high), (other.low, other.high)):
                    quotient = one / other
                    self.assertTrue(quotient.low <= MORE.divide(a, b) <= quotient.high)
            else:
                self.assertRaises(ArithmeticError, one.__truediv__, other)

    def test_functions_enclose_more_digits(self):
        chance = random.Random(2)
        for _ in range(100):
            x = Decimal(chance.randint(1, 10 ** 9)).scaleb(-chance.randint(0, 12))
            one = Interval(x, x)
            self.encloses(one.exp() if x < 10 ** 4 else (1 / one).exp(),
                          MORE.exp(x if x < 10 ** 4 else MORE.divide(1, x)))
            self.encloses(one.sqrt(), MORE.sqrt(x))
            if abs(x - 1) > Decimal("1e-3"):
                self.encloses(one.ln(), MORE.ln(x))

    def test_ends_in_the_wrong_order(self):
        self.assertRaises(ArithmeticError, Interval, Decimal(2), Decimal(1))
        self.assertRaises(ArithmeticError, Interval(Decimal(-1), Decimal(1)).ln)


def alternating(x):
    """The normal distribution function by its Maclaurin series at 900 digits, with Euler's pi."""
    add, times, over = MORE.add, MORE.multiply, MORE.divide
    pi = term = Decimal(2)  # pi/2 = 1 + 1/3 (1 + 2/5 (1 + 3/7 (...)))
    for k in range(1, 3100):
        term = over(times(term, Decimal(k)), Decimal(2 * k + 1))
        pi = add(pi, term)
    power, total, square = x, Decimal(0), times(x, x)
    for k in range(4000):
        total = add(total, over(power, Decimal(2 * k + 1)))
        power = over(times(power, square.copy_negate()), Decimal(2 * (k + 1)))
    return add(Decimal("0.5"), over(total, MORE.sqrt(times(2, pi))))


class NormalDistributionTest(WithExactDecimals):
    def test_encloses_another_series(self):
        for text in ("-29", "-12.5", "-5", "-3.01", "-3", "-2.99", "-1", "-1e-9", "0", "0.3",
                     "2.999", "3", "3.001", "8"):
            x = Decimal(text)
            self.encloses(assay_check.cumulative(Interval(x, x)), alternating(x))

    def test_rises_over_an_interval(self):
        wide = assay_check.cumulative(Interval(Decimal(-4), Decimal(1)))
        self.assertLess(wide.high, 1)
        self.assertTrue(wide.low < Decimal("0.00004") and wide.high > Decimal("0.84"))


class NotationTest(WithExactDecimals):
    def test_steps_and_counts(self):
        read = steps("2 x (pure(1%) then 3 x laplace(1/3*2, sensitivity=4)) then gaussian(1.5e1)")
        self.assertEqual([(step.text, times) for step, times in read],
                         [("pure(1%)", 2), ("laplace(1/3*2, sensitivity=4)", 6),
                          ("gaussian(1.5e1)", 1)])
        self.assertEqual(read[0][0].values, {"epsilon": Fraction(1, 100)})
        self.assertEqual(read[1][0].values["noise_multiplier"], Fraction(2, 3))
        self.assertEqual(read[2][0].values, {"noise_multiplier": 15, "sensitivity": 1})

    def test_what_is_left_out(self):
        read = steps("randomized-response(0.7) then zcdp(1) then poisson(1/7, gaussian(2))")
        self.assertEqual(read[0][0].values["answers"], 2)
        self.assertEqual(read[1][0].values, {"rho": 1, "xi": 0, "delta": 0})
        self.assertEqual(read[2][0].values["event"].values["noise_multiplier"], 2)

    def test_lists_and_words(self):
        (step, times), = steps(r'7 x pair([2 x 0.25, 1/2], [1/3,1/6,50%], name="a, \"b\"")')
        self.assertEqual(step.values["left"], [Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)])
        self.assertEqual(step.values["right"], [Fraction(1, 3), Fraction(1, 6), Fraction(1, 2)])
        self.assertEqual((times, step.values["name"]), (7, r'"a, \"b\""'))


def every_outcome(lists, epsilon):
    """Delta by the definition: the sum of P - e^epsilon Q over outcomes where that is above 0."""
    factor = MORE.exp(epsilon)
    total = Decimal(0)
    for outcome in itertools.product(*lists):
        p, q = math.prod(a for a, _ in outcome), math.prod(b for _, b in outcome)
        p, q = (MORE.divide(Decimal(x.numerator), Decimal(x.denominator)) for x in (p, q))
        total = MORE.add(total, max(Decimal(0), MORE.subtract(p, MORE.multiply(factor, q))))
    return total


class LossesTest(WithExactDecimals):
    def test_deltas_of_all_outcomes(self):
        two = [(Fraction(7, 10), Fraction(3, 10)), (Fraction(3, 10), Fraction(7, 10))]
        less = [(Fraction(1, 5), Fraction(4, 5)), (Fraction(4, 5), Fraction(1, 5))]
        four = [(Fraction(4, 10), Fraction(2, 10)), (Fraction(2, 10), Fraction(4, 10)),
                (Fraction(2, 10),) * 2, (Fraction(2, 10),) * 2]
        proof = Losses(steps("2 x randomized-response(.7) then randomized-response(1/5) then"
                             " 3 x randomized-response(.4, answers=4)".replace("(.", "(0.")),
                       "add-remove", None)
        for epsilon in ("0", "0.1", "0.9", "2.5", "4"):
            expected = every_outcome([two, two, less, four, four, four], Decimal(epsilon))
            self.encloses(proof.delta(Interval.of(Fraction(epsilon))), expected)

    def test_pure_epsilon_is_two_answers(self):
        pure = Losses(steps("5 x pure(1)"), "add-remove", None)
        odds = MORE.exp(Decimal(1))
        share = MORE.divide(odds, MORE.add(Decimal(1), odds))
        other = MORE.subtract(Decimal(1), share)
        two = [(Fraction(share), Fraction(other)), (Fraction(other), Fraction(share))]
        self.encloses(pure.delta(Interval.of(2)), every_outcome([two] * 5, Decimal(2)))

    def test_pairs_in_the_worse_order(self):
        """Lists whose orders differ, with equal and opposite losses, and with infinite ones."""
        lists = {
            "pair([0.6, 1/3, 1/15], [0.5, 0.25, 0.25])": 4,
            "pair([0.1, 0.05, 0.1, 0.05, 0.4, 0.3], [0.05, 0.1, 0.05, 0.1, 0.3, 0.4])": 3,
            "pair([0.9, 0.1, 0, 0], [0.5, 0.3, 0.1, 0.1])": 2,
            "pair([0.9, 0.08, 0.02, 0], [0.5, 0.4, 0, 0.1])": 3}
        for one, other in itertools.product(lists, repeat=2):
            proof = Losses(steps("%d x %s then %s" % (lists[one], one, other)), "zero-out", None)
            both = [list(zip(step.values["left"], step.values["right"]))
                    for (step, _), in (steps(one), steps(other))]
            both = [both[0]] * lists[one] + [both[1]]
            swapped = [[(q, p) for p, q in outcomes] for outcomes in both]
            for epsilon in ("0", "0.7", "2"):
                expected = max(every_outcome(both, Decimal(epsilon)),
                               every_outcome(swapped, Decimal(epsilon)))
                self.encloses(proof.delta(Interval.of(Fraction(epsilon))), expected)
            self.assertEqual(proof.total is None, ", 0" in (one + other).replace(", 0.", ""))

    def test_greatest_losses(self):
        for text, loss in (("3 x pair([0.2, 0.8], [0.6, 0.4])", 3 * math.log(3)),
                           ("pair([0.5, 0.5], [0.5, 0.5]) then pure(0.5)", 0.5),
                           ("2 x pair([0.1, 0.9], [0.1, 0.9])", 0)):
            self.assertAlmostEqual(float(Losses(steps(text), "", None).total.high), loss)


def integral(density, other, order):
    """The divergence of an order, by Simpson's rule in doubles."""
    count, width = 20_000, 40.0
    total = 0.0
    for i in range(count + 1):
        x = -width + 2 * width * i / count
        weight = 1 if i in (0, count) else 4 if i % 2 else 2
        total += weight * math.exp(order * math.log(density(x)) + (1 - order) * math.log(other(x)))
    return math.log(total * 2 * width / count / 3) / (order - 1)


class RenyiTest(WithExactDecimals):
    def divergence(self, text, order):
        return float(Renyi(steps(text), "add-remove", order).total.high)

    def test_laplace(self):
        found = self.divergence("laplace(2)", "3.5")
        expected = integral(lambda x: math.exp(-abs(x) / 2) / 4,
                            lambda x: math.exp(-abs(x - 1) / 2) / 4, 3.5)
        self.assertAlmostEqual(found, expected, delta=1e-5)

    def test_both_directions_of_samples(self):
        def gaussian(x):
            return math.exp(-x * x / 4.5) / math.sqrt(4.5 * math.pi)

        def mixture(x):
            return 0.8 * gaussian(x) + 0.2 * gaussian(x - 1)

        for order in (2, 5, 16):
            found = self.divergence("poisson(0.2, gaussian(1.5))", str(order))
            self.assertAlmostEqual(found, integral(mixture, gaussian, order), delta=1e-9)
            self.assertGreaterEqual(found, integral(gaussian, mixture, order))

    def test_samples_of_everybody_and_of_nobody(self):
        self.assertAlmostEqual(self.divergence("poisson(1, gaussian(2))", "7"), 7 / 8, delta=1e-15)
        self.assertAlmostEqual(self.divergence("poisson(0, gaussian(2))", "7"), 0, delta=1e-50)

    def test_lists_by_their_definition(self):
        found = self.divergence("randomized-response(0.5, answers=3) then pure(0.3)", "2.5")
        expected = math.log(.5 ** 2.5 * .25 ** -1.5 + .25 ** 2.5 * .5 ** -1.5 + .25) / 1.5
        p = 1 / (1 + math.exp(-.3))
        expected += math.log(p ** 2.5 * (1 - p) ** -1.5 + (1 - p) ** 2.5 * p ** -1.5) / 1.5
        self.assertAlmostEqual(found, expected, delta=1e-12)

    def test_pairs_by_their_definition(self):
        left, right = (0.6, 1 / 3, 1 / 15), (0.5, 0.25, 0.25)
        both = [math.log(sum(p ** 2.5 * q ** -1.5 for p, q in zip(*laws))) / 1.5
                for laws in ((left, right), (right, left))]
        for text in ("pair([0.6, 1/3, 1/15], [0.5, 1/4, 1/4])",
                     "pair([0.5, 1/4, 1/4], [0.6, 1/3, 1/15])"):
            self.assertAlmostEqual(self.divergence(text, "2.5"), max(both), delta=1e-12)
            self.assertAlmostEqual(self.divergence(text, "infinity"), math.log(3.75), delta=1e-12)

    def test_conversion(self):
        proof = Renyi(steps("zcdp(0.1, xi=0.02)"), "add-remove", "12.5")
        expected = 0.02 + 1.25 + math.log(11.5 / 12.5) - (math.log(1e-5) + math.log(12.5)) / 11.5
        self.assertAlmostEqual(float(proof.epsilon(Decimal("1e-5")).high), expected, delta=1e-12)

    def test_pure_epsilons_add_up(self):
        text = "laplace(4) then 2 x randomized-response(0.25)"
        proof = Renyi(steps(text), "zero-out", "infinity")
        self.assertAlmostEqual(float(proof.epsilon(Decimal("0.1")).high), 0.25 + 2 * math.log(3))

    def test_every_step_counts(self):
        for one, other in (("poisson(0.1, gaussian(1))", "poisson(0.1, gaussian(5))"),
                           ("laplace(2)", "laplace(3)"), ("pure(0.2)", "zcdp(0.2)")):
            both = self.divergence(one + " then 7 x " + other, "3")
            self.assertAlmostEqual(
                both, self.divergence(one, "3") + 7 * self.divergence(other, "3"), delta=1e-12)

    def test_what_has_no_theorem(self):
        for text, adjacency, order in (
                ("poisson(0.1, gaussian(1))", "replace-one", "2"),
                ("poisson(0.1, gaussian(1))", "add-remove", "2.5"),
                ("poisson(0.1, gaussian(1))", "add-remove", "2001"),
                ("poisson(0.1, gaussian(1))", "add-remove", "infinity"),
                ("gaussian(1)", "add-remove", "infinity"), ("zcdp(1)", "add-remove", "infinity"),
                ("gaussian(1)", "add-remove", "1"), ("gaussian(1)", "add-remove", "0.5"),
                ("gaussian(1)", "add-remove", "1e10")):
            self.assertRaises(Refused, Renyi, steps(text), adjacency, order)
        self.assertRaises(Malformed, Losses, steps("pair([1], [0.5, 0.5])"), "add-remove", "2")
        for method, text in ((Gaussian, "gaussian(1) then laplace(1)"), (Losses, "laplace(1)"),
                             (Losses, "50000 x pure(1)"), (Losses, "pure(1) then gaussian(1)"),
                             (Losses, "50001 x pair([1], [1])"),
                             (Losses, "230 x pure(0.1) then 230 x pure(0.2)"),
                             (Renyi, "pair([1, 0], [0.5, 0.5])"),
                             (Losses, "315 x randomized-response(0.5, answers=3)")):
            self.assertRaises(Refused, method, steps(text), "add-remove", "2")


class GaussianTest(WithExactDecimals):
    def test_delta_of_both_densities(self):
        proof = Gaussian(steps("3 x gaussian(2) then gaussian(4, sensitivity=9)"), "zero-out", None)
        mu = math.sqrt(3 / 4 + 1 / 16)
        for epsilon in (0, 0.5, 3):
            expected, count = 0.0, 100_000
            for i in range(count):
                x = -10 + 20 * (i + 0.5) / count
                p, q = math.exp(-(x - mu) ** 2 / 2), math.exp(-x * x / 2)
                expected += max(0.0, p - math.exp(epsilon) * q) * 20 / count
            found = proof.delta(Interval.of(Fraction(epsilon)))
            self.assertAlmostEqual(float(found.high), expected / math.sqrt(2 * math.pi), delta=1e-8)

    def test_groups_of_one_step(self):
        both = Losses(steps("2 x pure(0.5) then 3 x pure(0.5)"), "add-remove", None)
        five = Losses(steps("5 x pure(0.5)"), "add-remove", None)
        for epsilon in (0, 1):
            self.assertEqual(both.delta(Interval.of(epsilon)).high,
                             five.delta(Interval.of(epsilon)).high)


SAMPLES = {
    "event": "3516 x poisson(256/60000, gaussian(1.1))", "epsilon": {"upper": "1.28130003442"},
    "method": "renyi",
    "proof": {"steps": [{"event": "poisson(256/60000, gaussian(1.1))", "times": "3516"}],
              "order": "12", "divergence": "0.547582415393"}}
GAUSSIANS = {
    "event": "3 x gaussian(2)", "epsilon": {"lower": "3.70863", "upper": "3.70864"},
    "method": "gaussian",
    "proof": {"steps": [{"event": "gaussian(2)", "times": "3"}], "mu_squared": "0.75"}}
ANSWERS = {
    "event": "2 x pure(10%)", "epsilon": {"lower": "0.199", "upper": "0.2"}, "method": "losses",
    "proof": {"steps": [{"event": "pure(10%)", "times": "2"}], "greatest_loss": "0.2"}}

LISTS = {
    "event": 'pair([0.9, 0.1, 0], [0.4, 0.59, 0.01], name="Größe")', "delta": "0.02",
    "epsilon": {"lower": "1.74996", "upper": "1.75786"}, "method": "losses",
    "proof": {"steps": [{"event": 'pair([0.9, 0.1, 0], [0.4, 0.59, 0.01], name="Größe")',
                         "times": "1"}], "greatest_loss": "infinity"}}


class CertificateTest(WithExactDecimals):
    @staticmethod
    def text(base, **changes):
        whole = {"schema": "urn:assay:schema:certificate:1", "assay": "1.0", "delta": "0.00001",
                 "adjacency": "add-remove", **json.loads(json.dumps(base))}
        for key, value in changes.items():
            inside = whole["proof"] if key in ("steps", *base["proof"]) else whole
            inside[key] = value
        whole["sha256"] = hashlib.sha256(assay_check.content(whole)).hexdigest()
        return json.dumps({"signature": "none", **whole})

    def test_they_hold(self):
        for base in (SAMPLES, GAUSSIANS, ANSWERS, LISTS):
            self.assertIn(base["event"], assay_check.check(self.text(base)))

    def test_changes_with_a_new_digest_are_refused(self):
        for base, changes in (
                (SAMPLES, {"epsilon": {"upper": "1.28129"}}), (SAMPLES, {"delta": "0.0000099"}),
                (SAMPLES, {"order": "13"}), (SAMPLES, {"divergence": "0.5475824"}),
                (SAMPLES, {"divergence": "0.547584"}), (SAMPLES, {"adjacency": "replace-one"}),
                (SAMPLES, {"event": SAMPLES["event"].replace("3516", "3517")}),
                (SAMPLES, {"steps": []}), (SAMPLES, {"method": "gaussian"}),
                (GAUSSIANS, {"epsilon": {"lower": "3.70863", "upper": "3.708632"}}),
                (GAUSSIANS, {"epsilon": {"lower": "3.70864", "upper": "3.70864"}}),
                (GAUSSIANS, {"epsilon": {"lower": "5", "upper": "4"}}),
                (GAUSSIANS, {"mu_squared": "0.7499"}), (GAUSSIANS, {"mu_squared": "0.7501"}),
                (ANSWERS, {"epsilon": {"lower": "0.199", "upper": "0.19996"}}),
                (ANSWERS, {"epsilon": {"lower": "0.2", "upper": "0.2"}}),
                (ANSWERS, {"epsilon": {"lower": "0.3", "upper": "0.2"}}),
                (ANSWERS, {"greatest_loss": "0.1"}), (ANSWERS, {"greatest_loss": "infinity"}),
                (LISTS, {"greatest_loss": "9"}), (LISTS, {"delta": "0.0199"}),
                (LISTS, {"event": LISTS["event"].replace("0.59, 0.01", "0.58, 0.02")}),
                (LISTS, {"epsilon": {"lower": "1.74996", "upper": "1.757"}}),
                (LISTS, {"epsilon": {"lower": "1.7579", "upper": "1.758"}})):
            with self.subTest(**changes):
                self.assertRaises((Refused, Malformed), assay_check.check,
                                  self.text(base, **changes))

    def test_every_digit_counts(self):
        """Also that of a delta which the wide ends of an epsilon would prove: digests show it."""
        for base in (SAMPLES, GAUSSIANS, ANSWERS, LISTS):
            whole = self.text(base)
            places = [at for at, sign in enumerate(whole) if sign.isdigit()]
            for at in places:
                changed = whole[:at] + str((int(whole[at]) + 1) % 10) + whole[at + 1:]
                self.assertRaises((Refused, Malformed), assay_check.check, changed)
            self.assertGreater(len(places), 60)
        less = json.loads(self.text(LISTS))
        less["delta"] = "0.019999"
        self.assertRaises(Refused, assay_check.check, json.dumps(less))
        self.assertIn("0.019999", assay_check.check(self.text(LISTS, delta="0.019999")))

    def test_signatures(self):
        key = b"0123456789abcdef"
        whole = json.loads(self.text(GAUSSIANS))
        self.assertIn(", not signed: 3", assay_check.check(json.dumps(whole)))
        self.assertRaises(Refused, assay_check.check, json.dumps(whole), key)
        # RFC 2104 by hand: the key is filled up with zeros to a block of 64 bytes.
        outer, inner = (bytes(b ^ pad for b in key.ljust(64, b"\0")) for pad in (0x5c, 0x36))
        body = hashlib.sha256(inner + assay_check.content(whole)).digest()
        whole["signature"] = hashlib.sha256(outer + body).hexdigest()
        self.assertIn(", signed: 3 x", assay_check.check(json.dumps(whole), key))
        self.assertIn("signature not looked at: 3", assay_check.check(json.dumps(whole)))
        self.assertRaises(Refused, assay_check.check, json.dumps(whole), key[:-1] + b"g")
        for place in range(64):
            digit = "1" if whole["signature"][place] == "0" else "0"
            other = whole["signature"][:place] + digit + whole["signature"][place + 1:]
            changed = json.dumps({**whole, "signature": other})
            self.assertRaises(Refused, assay_check.check, changed, key)
        # Another certificate that holds, with the signature of this one.
        other = json.loads(self.text(GAUSSIANS, assay="1.1"))
        changed = json.dumps({**other, "signature": whole["signature"]})
        self.assertIn("1.1", changed)
        self.assertRaises(Refused, assay_check.check, changed, key)

    def test_what_is_no_certificate(self):
        for changes in (
                {"schema": "urn:assay:schema:certificate:2"}, {"assay": 1}, {"signature": 1}, {"delta": "2"},
                {"delta": "0"}, {"delta": "0.1 "}, {"delta": "1e-05"}, {"delta": "NaN"},
                {"adjacency": "remove"}, {"event": "3 x gaussian(2) gaussian(2)"},
                {"event": "3 x gaussian(-2)"}, {"more": "1"}, {"epsilon": {"upper": "3.70864"}},
                {"epsilon": {"lower": "0", "upper": "3.70864", "middle": "1"}},
                {"epsilon": {"lower": "0", "upper": "Infinity"}}):
            with self.subTest(**changes):
                self.assertRaises(Malformed, assay_check.check, self.text(GAUSSIANS, **changes))
        whole = self.text(GAUSSIANS)
        for text in (whole.replace('"delta"', '"delta": "0.5", "delta"'), "[" + whole + "]"):
            self.assertRaises(Malformed, assay_check.check, text)
        self.assertRaises(Refused, assay_check.check, whole.replace('"1.0"', '"1.1"'))

    def test_events_that_are_none(self):
        for text in ("poisson(0.1, pure(1))", "poisson(2, gaussian(1))", "pure(0.1) then",
                     "gaussian(0)", "laplace(0)", "gaussian(1, sensitivity=0)",
                     "zcdp(1, delta=0.1)",
                     "gaussian(1, sensitivity=1, sensitivity=1)", "0 x pure(1)", "1.5 x pure(1)",
                     "randomized-response(1)", "randomized-response(0.5, answers=1)", "pure(1/0)",
                     "pure(1", "pure 1", "pair([0.5, 0.4], [0.5, 0.5])",
                     "pair([0.5, 0.5], [0.5, 0.6])", "pair([1], [1], name=1)",
                     "pair([1], [1], name=\"a)", "pair([1, ], [1])", "pair([], [])", "pair([1])",
                     "pair(1, 1)", "pair([9999 x 0, 1], [9999 x 0, 1])",
                     "", "9 x", "group(2, pure(1))", "pure(1) pure(1)"):
            with self.subTest(text):
                self.assertRaises(Malformed, steps, text)


if __name__ == "__main__":
    unittest.main()
