"""Private classifiers and regressors for scikit-learn, over ``assay train`` and ``assay predict``.

``assay.Classifier`` and ``assay.Regressor`` are these. Both are scikit-learn estimators if that
library is installed, and need nothing but the standard library otherwise. The number of records
and of columns is public. Ranges, categories and classes are declared, as the data must not tell
them: reading them off the data would be a release that no epsilon covers. Ranges and categories
may be found privately instead, for a part of epsilon.
"""

from __future__ import annotations

import csv
import inspect
import json
import math
import numbers
import pathlib
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Optional, Union

import assay

try:
    from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
except ImportError:

    class BaseEstimator:  # type: ignore[no-redef]
        """What scikit-learn asks of an estimator, where that library is not installed."""

        def get_params(self, deep: bool = True) -> dict[str, Any]:
            """The arguments of the constructor."""
            names = inspect.signature(type(self).__init__).parameters
            return {name: getattr(self, name) for name in names if name != "self"}

        def set_params(self, **parameters: Any) -> Any:
            """Change arguments of the constructor."""
            known = self.get_params()
            for name, value in parameters.items():
                if name not in known:
                    raise ValueError(f"{name} is no parameter of {type(self).__name__}: {[*known]}")
                setattr(self, name, value)
            return self

    class ClassifierMixin:  # type: ignore[no-redef]
        """Scores of a classifier."""

        def score(self, X: Any, y: Any) -> float:
            """The share of records whose class is predicted."""
            pairs = list(zip(self.predict(X), y))  # type: ignore[attr-defined]
            return sum(1 for predicted, true in pairs if predicted == true) / len(pairs)

    class RegressorMixin:  # type: ignore[no-redef]
        """Scores of a regressor."""

        def score(self, X: Any, y: Any) -> float:
            """The coefficient of determination."""
            true = [float(value) for value in y]
            mean = math.fsum(true) / len(true)
            errors = [one - float(other) for one, other in zip(true, self.predict(X))]  # type: ignore[attr-defined]
            total = math.fsum((value - mean) ** 2 for value in true)
            return 1 - math.fsum(error**2 for error in errors) / total


Range = tuple[float, float]

_CLASS = "assay class"
_MISSING = "NA"


class _Table:
    """Records by columns, from NumPy, pandas, a mapping of columns, or a sequence of records."""

    def __init__(self, data: Any) -> None:
        named = isinstance(data, Mapping) or hasattr(data, "columns")
        if isinstance(data, Mapping):
            columns = {name: list(values) for name, values in data.items()}
            if len({len(values) for values in columns.values()}) > 1:
                raise ValueError("X has columns of different lengths")
            self.names = list(columns)
            self.rows = [list(row) for row in zip(*columns.values())]
        elif named:
            self.names = list(data.columns)
            self.rows = [list(row) for row in data.itertuples(index=False, name=None)]
        else:
            listed = data.tolist() if hasattr(data, "tolist") else data
            self.rows = [list(row) if isinstance(row, Iterable) else [row] for row in listed]
            self.names = list(range(len(self.rows[0]))) if self.rows else []
        if not self.rows or not self.names:
            raise ValueError("X has no records or no columns: it must have at least one of each")
        self.named = named
        for place, row in enumerate(self.rows):
            if len(row) != len(self.names):
                raise ValueError(
                    f"record {place} of X has {len(row)} values, the first has {len(self.names)}"
                )

    def header(self) -> list[str]:
        """Texts that name the columns in files."""
        texts = [name if isinstance(name, str) else f"x{name}" for name in self.names]
        if len(set(texts)) != len(texts):
            raise ValueError("two columns of X have the same name")
        return texts


def _cell(value: Any) -> str:
    """How a value is written: whole numbers without a point, so that 1.0 is the category 1."""
    if value is None or value != value:
        return _MISSING
    if isinstance(value, bool) or type(value).__name__ == "bool_":
        return str(bool(value))
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        real = float(value)
        return str(int(real)) if real.is_integer() and abs(real) < 2**53 else repr(real)
    return str(value)


class _Estimator(BaseEstimator):
    """What both have in common."""

    def _columns(self, table: _Table) -> dict[str, Any]:
        """What a columns file says."""
        bounds, categories = self.bounds, self.categories or {}
        discovers = isinstance(bounds, str)
        if discovers and bounds != "discover":
            raise ValueError(f"bounds was {bounds!r}: the only text it may be is 'discover'")
        missing = self.missing or {}
        each = dict(bounds) if isinstance(bounds, Mapping) else {}
        if bounds is not None and not discovers and not isinstance(bounds, Mapping):
            each = self._bounds_of_all(table, list(bounds))
        for name in {**each, **categories, **missing}:
            if name not in table.names:
                raise ValueError(f"X has no column {name!r}; its columns are {table.names}")
        columns: dict[str, Any] = {}
        for name, text in zip(table.names, table.header()):
            if name in categories:
                texts = categories[name]
                found = isinstance(texts, str)
                column = {"categories": texts if found else [_cell(value) for value in texts]}
            elif name in each:
                column = {"range": [float(limit) for limit in each[name]]}
            elif discovers:
                column = {}
            else:
                raise ValueError(
                    f"column {name!r} has neither bounds nor categories: declare them, from what"
                    " is known beforehand and not from the data, as bounds={name: (low, high)},"
                    " bounds=(low, high) for all columns, or categories={name: [...]};"
                    " bounds='discover' finds them privately"
                )
            if name in missing:
                column["missing"] = _cell(missing[name])
            columns[text] = column
        return columns

    def _bounds_of_all(self, table: _Table, bounds: list[Any]) -> dict[Any, Any]:
        if len(bounds) == 2 and all(isinstance(limit, numbers.Real) for limit in bounds):
            categories = self.categories or {}
            return {name: bounds for name in table.names if name not in categories}
        if len(bounds) != len(table.names):
            raise ValueError(
                f"bounds had {len(bounds)} entries for {len(table.names)} columns: give (low, high)"
                " for all, a pair for each, or {name: (low, high)}"
            )
        return {name: pair for name, pair in zip(table.names, bounds) if pair is not None}

    def _train(self, X: Any, y: Any, words: list[str], labels: Sequence[str]) -> None:
        table = _Table(X)
        if len(labels) != len(table.rows):
            raise ValueError(f"X has {len(table.rows)} records and y has {len(labels)}")
        columns = self._columns(table)
        if not 0 < float(self.epsilon) < math.inf:
            raise ValueError(f"epsilon was {self.epsilon!r}: it must be positive and finite")
        options = ["--algorithm", self.algorithm, "--held-out", "0", "--json", "--progress", "none"]
        options += ["--epsilon", repr(float(self.epsilon)), "--delta", repr(float(self.delta))]
        options += ["--intercept"] if self.fit_intercept else []
        if isinstance(self.bounds, str) and "discover" not in (self.options or {}):
            options += ["--discover", f"epsilon={float(self.epsilon) / 5!r}"]
        options += [] if self.random_state is None else ["--seed", str(int(self.random_state))]
        for name, value in (self.options or {}).items():
            flag = "--" + name.replace("_", "-")
            options += [flag] if value is True else [flag, _cell(value)]
        with tempfile.TemporaryDirectory(prefix="assay-") as directory:
            place = pathlib.Path(directory)
            document = {"missing_values": [_MISSING], "columns": columns}
            (place / "columns.yaml").write_text(json.dumps(document), encoding="utf-8")
            rows = ([*row, label] for row, label in zip(table.rows, labels))
            _write(place / "data.csv", [*table.header(), _CLASS], rows)
            words = ["--columns", "columns.yaml", "--label", _CLASS, *words, *options]
            statement = json.loads(self._run(["train", "--data", "data.csv", *words], place))
        self.statement_ = statement
        self.n_features_in_ = len(table.names)
        if table.named and all(isinstance(name, str) for name in table.names):
            self.feature_names_in_ = _array(table.names)
        self._names = table.names

    def _run(self, words: list[str], place: pathlib.Path) -> str:
        command = [*assay._command(self.command), *words]
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
            cwd=place,
        )
        if done.returncode == 2:
            raise assay.Refusal(assay._words(done.stderr))
        if done.returncode != 0:
            raise assay.AssayError(
                f"assay {words[0]} ended with {done.returncode}: {assay._words(done.stderr)}"
            )
        return done.stdout

    def _predictions(self, X: Any, words: list[str]) -> list[list[str]]:
        if not hasattr(self, "statement_"):
            raise assay.AssayError(f"this {type(self).__name__} is not fitted: call fit first")
        table = _Table(X)
        if table.named and set(self._names) <= set(table.names):
            places = [table.names.index(name) for name in self._names]
            table.rows = [[row[place] for place in places] for row in table.rows]
        elif table.named or len(table.names) != len(self._names):
            raise ValueError(f"X has columns {table.names}; the model was fitted on {self._names}")
        table.names = self._names
        with tempfile.TemporaryDirectory(prefix="assay-") as directory:
            place = pathlib.Path(directory)
            model = {"model": self.statement_["model"]}
            (place / "model.json").write_text(json.dumps(model), encoding="utf-8")
            _write(place / "data.csv", table.header(), table.rows)
            words = ["--model", "model.json", "--data", "data.csv", "--progress", "none", *words]
            printed = self._run(["predict", *words], place)
        return list(csv.reader(printed.splitlines()))[1:]

    @property
    def spent_(self) -> assay.Bound:
        """What the training spent: the certified interval of epsilon at its delta."""
        if not hasattr(self, "statement_"):
            raise assay.AssayError(f"this {type(self).__name__} is not fitted: call fit first")
        statement = self.statement_
        with assay.Accountant(command=self.command) as accountant:
            return accountant.epsilon(
                statement["event"], statement["delta"], adjacency=statement["adjacency"]
            )


class Classifier(ClassifierMixin, _Estimator):
    """A linear classifier that keeps (epsilon, delta)-differential privacy when a record is replaced.

    :param epsilon: target of the whole training, with ``delta``
    :param classes: all labels, known beforehand
    :param bounds: ``(low, high)`` of all columns, a pair for each column, or ``{name: pair}``;
        columns of arrays are named by their number; values are clipped to them; ``"discover"``
        spends a fifth of epsilon, or ``options={"discover": "epsilon=0.1"}``, on finding them
    :param categories: ``{name: [values]}`` of columns that are no numbers, or ``{name:
        "discover"}`` beside bounds to discover
    :param missing: ``{name: value}``, what stands for a missing value; without it NaN is refused
    :param algorithm: one of ``assay train --list``, or ``auto``
    :param random_state: repeats a fit; whoever knows it knows the noise, so leave it out in earnest
    :param options: other options of ``assay train``, such as ``{"radius": 5}``
    """

    def __init__(
        self,
        epsilon: float = 1.0,
        delta: float = 1e-5,
        *,
        classes: Optional[Sequence[Any]] = None,
        bounds: Any = None,
        categories: Optional[Mapping[Any, Sequence[Any]]] = None,
        missing: Optional[Mapping[Any, Any]] = None,
        algorithm: str = "auto",
        fit_intercept: bool = True,
        random_state: Optional[int] = None,
        options: Optional[Mapping[str, Any]] = None,
        command: Union[str, Sequence[str], None] = None,
    ) -> None:
        self.epsilon = epsilon
        self.delta = delta
        self.classes = classes
        self.bounds = bounds
        self.categories = categories
        self.missing = missing
        self.algorithm = algorithm
        self.fit_intercept = fit_intercept
        self.random_state = random_state
        self.options = options
        self.command = command

    def fit(self, X: Any, y: Any) -> Classifier:
        """Train on records and their labels.

        :raises assay.Refusal: if ``assay`` refuses the data or cannot meet the target
        """
        if self.classes is None:
            raise ValueError(
                "classes is missing: declare all labels, such as classes=[0, 1]; which labels occur"
                " is private, so that they are not read off y"
            )
        by_text = {_cell(label): label for label in self.classes}
        if len(by_text) != len(self.classes) or len(by_text) < 2:
            raise ValueError(f"classes was {self.classes!r}: name two or more different labels")
        labels = [_cell(label) for label in y]
        if any(label not in by_text for label in labels):
            raise ValueError("a label of y is not among classes: declare it, or leave its records out")
        for text in by_text:
            if "," in text or text != text.strip():
                raise ValueError(f"the class {text!r} has a comma or a space at an end: rename it")
        self._train(X, y, ["--classes", ",".join(by_text)], labels)
        self._by_text = by_text
        self.classes_ = _array(self.classes)
        return self

    def predict(self, X: Any) -> Any:
        """The class of each record."""
        return _array([self._by_text[row[0]] for row in self._predictions(X, [])])

    def predict_proba(self, X: Any) -> Any:
        """How probable each class is, in the order of ``classes_``; for logistic losses."""
        rows = self._predictions(X, ["--probabilities"])
        return _array([[float(value) for value in row[1:]] for row in rows])


class Regressor(RegressorMixin, _Estimator):
    """A linear regression that keeps (epsilon, delta)-differential privacy when a record is replaced.

    The parameters are those of :class:`Classifier`, with ``target_bounds`` for ``classes``.

    :param target_bounds: ``(low, high)`` of y, known beforehand; values are clipped to them
    """

    def __init__(
        self,
        epsilon: float = 1.0,
        delta: float = 1e-5,
        *,
        target_bounds: Optional[Range] = None,
        bounds: Any = None,
        categories: Optional[Mapping[Any, Sequence[Any]]] = None,
        missing: Optional[Mapping[Any, Any]] = None,
        algorithm: str = "auto",
        fit_intercept: bool = True,
        random_state: Optional[int] = None,
        options: Optional[Mapping[str, Any]] = None,
        command: Union[str, Sequence[str], None] = None,
    ) -> None:
        self.epsilon = epsilon
        self.delta = delta
        self.target_bounds = target_bounds
        self.bounds = bounds
        self.categories = categories
        self.missing = missing
        self.algorithm = algorithm
        self.fit_intercept = fit_intercept
        self.random_state = random_state
        self.options = options
        self.command = command

    def fit(self, X: Any, y: Any) -> Regressor:
        """Train on records and their numbers.

        :raises assay.Refusal: if ``assay`` refuses the data or cannot meet the target
        """
        if self.target_bounds is None:
            raise ValueError(
                "target_bounds is missing: declare (low, high) of y, known beforehand and not read"
                " off the data"
            )
        low, high = (repr(float(limit)) for limit in self.target_bounds)
        self._train(X, y, ["--label-range", low, high], [_cell(value) for value in y])
        return self

    def predict(self, X: Any) -> Any:
        """The number predicted for each record."""
        return _array([float(row[0]) for row in self._predictions(X, [])])


def _write(file: pathlib.Path, header: list[str], rows: Iterable[list[Any]]) -> None:
    with open(file, "w", encoding="utf-8", newline="") as text:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(header)
        writer.writerows([_cell(value) for value in row] for row in rows)


def _array(values: Sequence[Any]) -> Any:
    try:
        import numpy
    except ImportError:
        return list(values)
    return numpy.array(values)
