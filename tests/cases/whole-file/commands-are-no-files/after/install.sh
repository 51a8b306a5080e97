#!/bin/sh
pip install -e .
