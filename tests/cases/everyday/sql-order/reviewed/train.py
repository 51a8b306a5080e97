import argparse

import numpy as np
import pandas as pd
from sklearn.linear_model import LinearRegression


def load(path):
    df = pd.read_csv(path)
    df = df.dropna()
    return df


def train(df, target):
    X = df.drop(target, axis=1)
    y = df[target]
    model = LinearRegression()
    model.fit(X, y)
    return model


def evaluate(model, df, target):
    X = df.drop(target, axis=1)
    y = df[target]
    predictions = model.predict(X)
    print("MSE:", np.mean((y - predictions) ** 2))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("path")
    parser.add_argument("--target", default="price")
    args = parser.parse_args()
    df = load(args.path)
    model = train(df, args.target)
    evaluate(model, df, args.target)


if __name__ == "__main__":
    main()
