#!/usr/bin/python3
"""Makes mauna-loa-monthly.csv from the co2 series of statsmodels.

Run with Debian's python3-statsmodels:  /usr/bin/python3 testdata/co2/make.py
"""
import pathlib

import statsmodels.api as sm

weekly = sm.datasets.co2.load_pandas().data["co2"]
monthly = weekly.resample("MS").mean().dropna()
lines = ["month,year,co2"]
for month, value in monthly.items():
    middle = month.year + (month.month - 0.5) / 12
    lines.append(f"{month:%Y-%m},{middle:.4f},{value:.2f}")
target = pathlib.Path(__file__).with_name("mauna-loa-monthly.csv")
target.write_text("\n".join(lines) + "\n")
print(f"{target.name}: {len(monthly)} months")
