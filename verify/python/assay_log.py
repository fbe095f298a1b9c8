"""A log of a training loop that ``assay training-log`` compares with the event it was accounted as.

``assay.TrainingLog`` writes one line of JSON for each step. The loop says what it did, or an
optimizer like that of Opacus is attached and says it. ``docs/guide/training-logs.md`` has the keys
and what each shows. The log holds the noise and the members of batches, which are secret: whoever
reads it can take the noise away. Delete it after the comparison.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Mapping
from typing import Any, Callable, Optional, Union

__all__ = ["TrainingLog"]


def _items(values: Any) -> list[Any]:
    """The entries of a list, an array or a tensor, in plain Python types."""
    plain = values.tolist() if hasattr(values, "tolist") else list(values)
    return plain if isinstance(plain, list) else [plain]


def _number(name: str, value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{name} was {number}: it must be finite")
    return number


def _numbers(name: str, values: Any) -> list[float]:
    return [_number(name, value) for value in _items(values)]


def _name(record: Any) -> Union[int, str]:
    if isinstance(record, str):
        return record
    number = int(record)
    if number != record:
        raise ValueError(f"batch has {record!r}: records are named by whole numbers or texts")
    return number


class TrainingLog:
    """Writes a log, line by line.

    What is declared here comes before the first step: the number of ``records``, the
    ``expected_batch_size``, the ``clip_norm`` and the ``noise_multiplier``. ``gaussian``
    says which of several Gaussians on one sample the noise is that of, from 1. Say
    ``divisor_is_fixed=True`` if the divisor of the sums was fixed without a look at the number of
    records. A file that exists is refused, unless ``append=True`` continues it.
    """

    def __init__(
        self,
        path: Union[str, os.PathLike[str]],
        records: Optional[int] = None,
        *,
        expected_batch_size: Optional[float] = None,
        clip_norm: Optional[float] = None,
        noise_multiplier: Optional[float] = None,
        gaussian: Optional[int] = None,
        divisor_is_fixed: bool = False,
        append: bool = False,
    ) -> None:
        self._steps = 0
        self._batch: list[Any] = []
        self._has_batch = False
        if append and os.path.exists(path):
            with open(path, encoding="utf-8") as before:
                self._steps = sum("batch_size" in json.loads(line) for line in before if line.strip())
        self._file = open(path, "a" if append else "x", encoding="utf-8")
        run: dict[str, Any] = {"records": records, "expected_batch_size": expected_batch_size}
        run.update(clip_norm=clip_norm, noise_multiplier=noise_multiplier, gaussian=gaussian)
        run["divisor"] = "fixed beforehand" if divisor_is_fixed else None
        if self._steps == 0:
            self._write({"run": {key: value for key, value in run.items() if value is not None}})

    def _write(self, line: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(line, allow_nan=False) + "\n")
        self._file.flush()

    def step(
        self,
        batch: Optional[Iterable[Any]] = None,
        *,
        batch_size: Optional[int] = None,
        divisor: Optional[float] = None,
        clip_norm: Optional[float] = None,
        norms: Optional[Iterable[float]] = None,
        largest_norm: Optional[float] = None,
        noise: Optional[Iterable[float]] = None,
        noise_squares: Optional[float] = None,
        noise_dimension: Optional[int] = None,
        noise_scale: Optional[float] = None,
        microbatches: Optional[int] = None,
    ) -> None:
        """Writes a step: the records of its ``batch``, or only its ``batch_size``, and the rest.

        ``norms`` are those of the records' vectors after clipping, ``noise`` what was added to
        their sum on some coordinates that were chosen beforehand. Noise in another unit needs
        ``noise_scale``, its standard deviation there.
        """
        line: dict[str, Any] = {"step": self._steps + 1}
        if batch is not None:
            members = [_name(record) for record in _items(batch)]
            if batch_size is not None and batch_size != len(members):
                raise ValueError(f"batch_size was {batch_size}, and batch has {len(members)} records")
            line.update(batch_size=len(members), members=members)
        elif batch_size is not None:
            line.update(batch_size=int(batch_size))
        else:
            raise ValueError("neither batch nor batch_size was given: one of them is needed")
        single = {
            "divisor": divisor,
            "clip_norm": clip_norm,
            "largest_norm": largest_norm,
            "noise_squares": noise_squares,
            "noise_scale": noise_scale,
        }
        line.update((key, _number(key, value)) for key, value in single.items() if value is not None)
        counts = {"noise_dimension": noise_dimension, "microbatches": microbatches}
        line.update((key, int(value)) for key, value in counts.items() if value is not None)
        many = {"norms": norms, "noise": noise}
        line.update((key, _numbers(key, value)) for key, value in many.items() if value is not None)
        self._write(line)
        self._steps += 1

    def members(self, batch: Iterable[Any]) -> None:
        """Says which records are in the batch of the step that an attached optimizer takes next.

        Called for each part of a batch that is accumulated.
        """
        self._batch += _items(batch)
        self._has_batch = True

    def attach(self, optimizer: Any, coordinates: int = 10) -> None:
        """Lets an optimizer write its steps: that of Opacus, or one that works like it.

        It needs ``params`` with ``summed_grad`` and ``grad``, ``grad_samples``,
        ``clip_and_accumulate``, ``step_hook`` and ``attach_step_hook``, and says
        ``noise_multiplier``, ``max_grad_norm``, ``expected_batch_size``, ``loss_reduction`` and
        ``accumulated_iterations``. The noise is the difference of the noisy and the exact sum on
        the first ``coordinates`` of all parameters. A hook that was attached before, such as that
        of an accountant, still runs. Norms after clipping are not told by such an optimizer.
        """
        if not coordinates >= 1:
            raise ValueError(f"coordinates was {coordinates}: it must be at least 1")
        _Attached(self, optimizer, coordinates)

    def _taken(self) -> Optional[list[Any]]:
        batch = self._batch if self._has_batch else None
        self._batch, self._has_batch = [], False
        return batch

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def __enter__(self) -> TrainingLog:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()


def _first(tensor: Any, count: int) -> list[float]:
    """The first entries of a tensor or of nested lists."""
    if hasattr(tensor, "reshape"):
        return [float(value) for value in _items(tensor.reshape(-1)[:count])]
    flat: list[float] = []
    for part in tensor:
        if len(flat) == count:
            break
        flat += _first(part, count - len(flat)) if hasattr(part, "__iter__") else [float(part)]
    return flat


class _Attached:
    """What an optimizer did since its last step."""

    def __init__(self, log: TrainingLog, optimizer: Any, coordinates: int) -> None:
        self._log = log
        self._coordinates = coordinates
        self._size = 0
        self._parts = 0
        self._accumulate: Callable[[], Any] = optimizer.clip_and_accumulate
        self._before: Optional[Callable[[Any], Any]] = optimizer.step_hook
        self._optimizer = optimizer
        optimizer.clip_and_accumulate = self._counted
        optimizer.attach_step_hook(self._stepped)

    def _counted(self) -> Any:
        samples = self._optimizer.grad_samples
        self._size += len(samples[0]) if len(samples) > 0 else 0
        self._parts += 1
        return self._accumulate()

    def _stepped(self, optimizer: Any) -> None:
        if self._before is not None:
            self._before(optimizer)
        divisor = 1.0
        if optimizer.loss_reduction == "mean":
            divisor = float(optimizer.expected_batch_size * optimizer.accumulated_iterations)
        self._log.step(
            self._log._taken(),
            batch_size=self._size,
            divisor=divisor,
            clip_norm=optimizer.max_grad_norm,
            noise=self._noise(optimizer, divisor),
            microbatches=max(1, self._parts, int(optimizer.accumulated_iterations)),
        )
        self._size = 0
        self._parts = 0

    def _noise(self, optimizer: Any, divisor: float) -> list[float]:
        noise: list[float] = []
        for parameter in optimizer.params:
            left = self._coordinates - len(noise)
            if left == 0:
                break
            exact = _first(parameter.summed_grad, left)
            noisy = _first(parameter.grad, left)
            noise += [n * divisor - e for n, e in zip(noisy, exact)]
        return noise
