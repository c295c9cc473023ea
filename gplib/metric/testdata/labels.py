"""Scores of labels by scikit-learn, as JSON: sets with ties, with a rare label and with scores that are right.

The expected calibration error is of calibration_curve, weighted by the numbers of rows in its bins.
"""

import json

import numpy as np
from sklearn import metrics
from sklearn.calibration import calibration_curve

BINS = 10


def scores(name, y, p):
    share, mean = calibration_curve(y, p, n_bins=BINS)
    bins = np.searchsorted(np.linspace(0, 1, BINS + 1)[1:-1], p)
    rows = np.bincount(bins, minlength=BINS)
    rows = rows[rows > 0]
    fpr, tpr, thresholds = metrics.roc_curve(y, p, drop_intermediate=False)
    precision, recall, _ = metrics.precision_recall_curve(y, p)
    (tn, fp), (fn, tp) = metrics.confusion_matrix(y, p >= 0.5)
    return {
        "name": name, "y": y.tolist(), "p": p.tolist(),
        "accuracy": metrics.accuracy_score(y, p >= 0.5), "logloss": metrics.log_loss(y, p),
        "brier": metrics.brier_score_loss(y, p), "auc": metrics.roc_auc_score(y, p),
        "averageprecision": metrics.average_precision_score(y, p),
        "share": share.tolist(), "mean": mean.tolist(), "rows": rows.tolist(),
        "calibrationerror": float(np.sum(rows * np.abs(share - mean)) / len(y)),
        "fpr": fpr.tolist(), "tpr": tpr.tolist(), "thresholds": thresholds[1:].tolist(),
        "precision": precision[::-1].tolist(), "recall": recall[::-1].tolist(),
        "confusion": [int(tp), int(fp), int(fn), int(tn)],
    }


rng = np.random.default_rng(7)
sets = []
for name, n, digits, shift in [("many", 120, 17, 0), ("ties", 90, 1, 0), ("rare", 90, 3, -3), ("few", 12, 2, 0)]:
    f = 2 * rng.normal(size=n) + shift
    p = np.round(1 / (1 + np.exp(-f)), digits).clip(0.001, 0.999)
    p[p == 0.5] = 0.51  # half an answer in krigo
    y = (rng.random(n) < 1 / (1 + np.exp(-0.7 * f))).astype(float)
    y[:2] = 0, 1
    sets.append(scores(name, y, p))
p = np.linspace(0.05, 0.95, 20)
sets.append(scores("right", (p > 0.5).astype(float), p))
print(json.dumps(sets))
