"""Tests of assay_train.py; those with scikit-learn run where that library is installed."""

from __future__ import annotations

import math
import os
import random
import unittest
from typing import Any

if os.environ.get("ASSAY_TEST_WITHOUT_NUMPY"):
    for module in ("numpy", "sklearn", "pandas"):
        import sys

        sys.modules[module] = None  # type: ignore[assignment]  # importing it fails from here on

import assay
import assay_train

try:
    import pandas
    import sklearn.base
    import sklearn.model_selection
    import sklearn.pipeline
    import sklearn.preprocessing
except ImportError:
    sklearn = None  # type: ignore[assignment]

NEEDS_ASSAY = unittest.skipUnless(os.environ.get("ASSAY"), "ASSAY does not say how to start it")
NEEDS_SKLEARN = unittest.skipIf(sklearn is None, "there is no scikit-learn, or no pandas")


def points(records: int, seed: int) -> tuple[list[list[float]], list[int]]:
    """Two uniform features in [0, 10], and whether their difference is positive."""
    rng = random.Random(seed)
    features = [[rng.uniform(0, 10), rng.uniform(0, 10)] for _ in range(records)]
    return features, [int(first > second) for first, second in features]


def classifier(**parameters: Any) -> Any:
    """One whose declarations fit the points."""
    given = {"epsilon": 3, "bounds": (0, 10), "classes": [0, 1], "random_state": 1, **parameters}
    return assay.Classifier(**given)


class DeclarationsTest(unittest.TestCase):
    """What must be said beforehand; nothing is started."""

    def refuses(self, estimator: Any, X: Any, y: Any, *words: str) -> None:
        """Whether fitting fails and says all of these."""
        with self.assertRaises(ValueError) as refused:
            estimator.fit(X, y)
        for word in words:
            self.assertIn(word, str(refused.exception))

    def test_ranges(self) -> None:
        X, y = points(10, 0)
        self.refuses(classifier(bounds=None), X, y, "column 0 has neither bounds nor categories")
        self.refuses(classifier(bounds={0: (0, 10)}), X, y, "column 1 has neither")
        self.refuses(classifier(bounds="find"), X, y, "bounds was 'find'", "'discover'")
        self.refuses(classifier(bounds=[(0, 1)] * 3), X, y, "bounds had 3 entries for 2 columns")
        self.refuses(classifier(bounds={"age": (0, 1)}), X, y, "X has no column 'age'")

    def test_classes(self) -> None:
        X, y = points(10, 0)
        self.refuses(classifier(classes=None), X, y, "classes is missing", "private")
        self.refuses(classifier(classes=[0]), X, y, "two or more")
        self.refuses(classifier(classes=["a,b", "c"]), X, ["c"] * 10, "comma")
        # The label is private: the message must not quote it.
        with self.assertRaises(ValueError) as refused:
            classifier(classes=[0, 1]).fit(X, [7] * 10)
        self.assertNotIn("7", str(refused.exception))

    def test_target_bounds(self) -> None:
        X, y = points(10, 0)
        self.refuses(assay.Regressor(bounds=(0, 10)), X, y, "target_bounds is missing")

    def test_shapes(self) -> None:
        X, y = points(10, 0)
        self.refuses(classifier(), X, y[:9], "X has 10 records and y has 9")
        self.refuses(classifier(), [[1, 2], [3]], [0, 1], "record 1 of X has 1 values")
        self.refuses(classifier(), [], [], "no records")
        self.refuses(classifier(epsilon=math.nan), X, y, "epsilon was nan")

    def test_not_fitted(self) -> None:
        for use in (lambda it: it.predict([[1, 2]]), lambda it: it.spent_):
            with self.assertRaisesRegex(assay.AssayError, "call fit first"):
                use(classifier())

    def test_cells(self) -> None:
        cells = {1: "1", 1.0: "1", 0.1: "0.1", "a": "a", 2.0**60: "1.152921504606847e+18"}
        for value, text in cells.items():
            self.assertEqual(assay_train._cell(value), text)
        self.assertEqual([assay_train._cell(it) for it in (None, math.nan, True)], ["NA", "NA", "True"])

    def test_parameters(self) -> None:
        made = classifier().set_params(epsilon=2)
        self.assertEqual(made.get_params()["epsilon"], 2)
        with self.assertRaises(ValueError):
            made.set_params(budget=1)


@NEEDS_ASSAY
class FitTest(unittest.TestCase):
    """Trainings by the command."""

    def test_classes_are_what_was_declared(self) -> None:
        X, y = points(2000, 1)
        labels = [("left", "right")[it] for it in y]
        made = classifier(classes=["left", "right"]).fit(X, labels)
        # 0.9 is passed by a wide margin: the classes are separable and the noise is small.
        self.assertGreater(made.score(X, labels), 0.9)
        self.assertLessEqual(set(made.predict(X)), {"left", "right"})
        (low, high), (other, another) = made.predict_proba([[9, 1], [1, 9]])
        self.assertLess(low, high)
        self.assertGreater(other, another)

    def test_what_was_spent(self) -> None:
        X, y = points(500, 1)
        spent = classifier().fit(X, y).spent_
        self.assertLessEqual(spent.lower, spent.upper)
        self.assertLessEqual(spent.upper, 3)
        self.assertGreater(spent.upper, 2.9)

    def test_a_seed_repeats_a_fit(self) -> None:
        X, y = points(200, 1)
        first, again = (classifier().fit(X, y).statement_["model"] for _ in range(2))
        other = classifier(random_state=2).fit(X, y).statement_["model"]
        self.assertEqual(first, again)
        self.assertNotEqual(first, other)

    def test_what_was_not_declared_is_found(self) -> None:
        X, y = points(3000, 3)
        texts = [[*row, "abc"[place % 3]] for place, row in enumerate(X)]
        found = classifier(bounds="discover", categories={2: "discover"}).fit(texts, y)
        self.assertGreater(found.score(texts, y), 0.9)
        self.assertIn("epsilon 0.6 ", found.statement_["discovery"])
        self.assertEqual(found.statement_["features"], 6)
        self.assertLessEqual(found.spent_.upper, 3)

    def test_limits_that_compare_entry_by_entry(self) -> None:
        class Limits(list):
            """NumPy's arrays refuse to be compared with a text as a whole."""

            def __eq__(self, other: object) -> bool:
                raise ValueError("the truth value of an array is ambiguous")

        X, y = points(1000, 3)
        self.assertGreater(classifier(bounds=Limits([(0, 10), (0, 10)])).fit(X, y).score(X, y), 0.8)

    def test_columns_by_name(self) -> None:
        rng = random.Random(1)
        table = {
            "age": [rng.randint(18, 90) for _ in range(1000)],
            "plan": [rng.choice(["basic", "family", "other, odd"]) for _ in range(1000)],
        }
        table["age"][3] = math.nan
        y = [plan == "family" for plan in table["plan"]]
        made = classifier(
            classes=[False, True],
            bounds={"age": (16, 90)},
            categories={"plan": ["basic", "family", "other, odd"]},
            missing={"age": 40},
        ).fit(table, y)
        turned = {"extra": [0, 0], "plan": ["family", "basic"], "age": [30, 40]}
        self.assertEqual(list(made.predict(turned)), [True, False])
        with self.assertRaisesRegex(ValueError, "was fitted on"):
            made.predict({"plan": ["family"]})

    def test_a_missing_value_is_refused_by_its_place(self) -> None:
        X, y = points(10, 0)
        X[4][1] = math.nan
        with self.assertRaisesRegex(assay.Refusal, r"line 6, column 2 \(x1\)"):
            classifier().fit(X, y)

    def test_numbers(self) -> None:
        X, _ = points(2000, 1)
        y = [first - second for first, second in X]
        made = assay.Regressor(epsilon=3, bounds=(0, 10), target_bounds=(-10, 10)).fit(X, y)
        self.assertGreater(made.score(X, y), 0.8)

    def test_options(self) -> None:
        X, y = points(300, 1)
        made = classifier(algorithm="phased-sgd", options={"radius": 2}).fit(X, y)
        self.assertEqual(made.statement_["algorithm"], "phased-sgd")
        self.assertEqual(made.statement_["radius"], 2)
        with self.assertRaisesRegex(assay.Refusal, "--no-such"):
            classifier(options={"no_such": 2}).fit(X, y)


@NEEDS_ASSAY
@NEEDS_SKLEARN
class ScikitLearnTest(unittest.TestCase):
    """What scikit-learn does with estimators."""

    def test_cross_validation(self) -> None:
        X, y = points(1500, 1)
        scores = sklearn.model_selection.cross_val_score(classifier(), X, y, cv=3)
        self.assertGreater(min(scores), 0.85)

    def test_a_pipeline(self) -> None:
        X, y = points(1000, 1)
        half = sklearn.preprocessing.FunctionTransformer(lambda it: [[a / 2, b / 2] for a, b in it])
        made = sklearn.pipeline.make_pipeline(half, classifier(bounds=(0, 5))).fit(X, y)
        self.assertGreater(made.score(X, y), 0.85)

    def test_a_copy_is_not_fitted(self) -> None:
        X, y = points(100, 1)
        copy = sklearn.base.clone(classifier().fit(X, y))
        self.assertEqual(copy.get_params(), classifier().get_params())
        self.assertFalse(hasattr(copy, "statement_"))

    def test_data_frames(self) -> None:
        X, y = points(1000, 1)
        frame = pandas.DataFrame(X, columns=["first", "second"])
        made = classifier(bounds={"first": (0, 10), "second": (0, 10)}).fit(frame, pandas.Series(y))
        self.assertEqual(list(made.feature_names_in_), ["first", "second"])
        turned = frame[["second", "first"]]
        self.assertEqual(list(made.predict(turned)), list(made.predict(frame)))


if __name__ == "__main__":
    unittest.main()
