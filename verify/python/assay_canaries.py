"""What scores of canaries show of a training's privacy, by the command ``assay canaries``."""

from __future__ import annotations

import dataclasses
import json
import math
import pathlib
import subprocess
import tempfile
from collections.abc import Sequence
from typing import Any, Optional, Union

import assay

__all__ = ["CanaryReport", "canaries"]


@dataclasses.dataclass(frozen=True)
class CanaryReport:
    """Lower bounds and the verdict on a claim. All of it is right except with ``error_probability``.

    :ivar epsilon: at least this epsilon holds at each delta that was asked for; 0 if nothing was shown
    :ivar mu: at least this mu, if the trade-off curve is a Gaussian's
    :ivar verdict: ``"refuted"``, ``"not refuted"`` or ``"inconclusive"``; none without a claim
    :ivar counts: how many guesses were right, a sentence for each rule of guessing
    :ivar tradeoff: with thresholds, false alarms and misses that no trade-off curve is above
    :ivar roc_area: with thresholds, at least this area is under the best attacker's ROC curve
    :ivar text: what the command prints
    """

    epsilon: dict[float, float]
    mu: float
    verdict: Optional[str]
    counts: list[str]
    tradeoff: list[tuple[float, float]]
    roc_area: Optional[float]
    error_probability: float
    text: str

    def __str__(self) -> str:
        return self.text


def canaries(
    in_scores: Sequence[float],
    out_scores: Sequence[float],
    adjacency: str,
    *,
    claim: Optional[assay.Claim] = None,
    delta: Union[float, Sequence[float], None] = None,
    guesses: Union[int, Sequence[int], str] = "all",
    thresholds: Union[float, Sequence[float], str, None] = None,
    error_probability: float = 1e-3,
    command: Union[str, Sequence[str], None] = None,
) -> CanaryReport:
    """Lower bounds from the scores of canaries in one training, or of one canary in many.

    Every canary was included by a fair coin of its own. Its score says how much it looks included,
    and comes from the release alone. The canaries with the highest scores are guessed to be in, those
    with the lowest out. ``docs/guide/training-audits.md`` says what else has to hold.

    :param in_scores: scores of the canaries that were in
    :param out_scores: scores of the canaries that were not
    :param adjacency: what taking a canary out means, ``"add-remove"``, ``"replace-one"`` or ``"zero-out"``
    :param claim: a claim to refute, named before the scores were seen
    :param delta: bound epsilon at this delta, or at these
    :param guesses: how many guesses are made, fixed before the scores were seen. ``"all"`` takes
        several numbers, which share the error probability
    :param thresholds: the scores are those of one canary in independent runs, with it and without it.
        It is guessed to be in from a threshold on, which was fixed before the scores were seen.
        ``"all"`` takes thresholds among the scores, which share the error probability
    :raises Refusal: if the command refuses scores or claim
    """
    wanted = [] if delta is None else [delta] if isinstance(delta, (int, float)) else list(delta)
    repeated = thresholds is not None
    if repeated and guesses != "all":
        raise ValueError("guesses and thresholds were both given: guesses are made by one of them")
    rule: Any = thresholds if repeated else guesses
    declared = {"rule": "fixed before the scores", "adjacency": adjacency}
    declared.update({"runs": "independent"} if repeated else {"coins": "independent fair"})
    declared["thresholds" if repeated else "guesses"] = (
        rule if isinstance(rule, (int, float, str)) else list(rule)
    )
    lines: list[dict[str, Any]] = [declared]
    for included, scores in ((True, in_scores), (False, out_scores)):
        for score in scores:
            number = float(score)
            if math.isnan(number):
                raise ValueError("a score was NaN: it must be a number")
            number_of_row = len(lines)
            name: dict[str, Any] = (
                {"canary": "canary", "run": number_of_row}
                if repeated
                else {"canary": f"canary {number_of_row}"}
            )
            lines.append({**name, "included": included, "score": _json(number)})
    with tempfile.TemporaryDirectory(prefix="assay-") as directory:
        place = pathlib.Path(directory)
        table = place / "scores.jsonl"
        table.write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")
        words = [*assay._command(command), "canaries", "--scores", str(table)]
        words += ["--error-probability", repr(float(error_probability))]
        if wanted:
            words += ["--delta", ",".join(repr(float(each)) for each in wanted)]
        if claim is not None:
            stated = {"adjacency": claim.adjacency, "guarantee": claim.guarantee}
            (place / "claim.json").write_text(json.dumps(assay._plain(stated)), encoding="utf-8")
            words += ["--claim", str(place / "claim.json")]
        text = _said(words)
        said = json.loads(_said([*words, "--json"]))
    # One for each delta, in their order, and then mu.
    *epsilons, mu = [float(bound["value"]) for bound in said["lower_bounds"]]
    return CanaryReport(
        dict(zip(map(float, wanted), epsilons)),
        mu,
        said["claim"]["verdict"] if "claim" in said else None,
        said["counts"],
        [(float(point["false_alarms"]), float(point["misses"])) for point in said["tradeoff"]],
        float(said["roc_area"]) if "roc_area" in said else None,
        float(said["error_probability"]),
        text.rstrip("\n"),
    )


def _json(number: float) -> Union[float, str]:
    return number if math.isfinite(number) else str(number)


def _said(words: list[str]) -> str:
    done = subprocess.run(
        words, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode == 2:
        raise assay.Refusal(assay._words(done.stderr))
    if done.returncode not in (0, 1):
        raise assay.AssayError(f"assay ended with {done.returncode}: {assay._words(done.stderr)}")
    return done.stdout
