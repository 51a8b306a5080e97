"""Digests are those of hashlib, whoever computes them."""

import hashlib

import pytest

from editreview.text import sha256_of

_HALF_A_MIB = 1 << 19


@pytest.mark.parametrize("size", [0, 1, _HALF_A_MIB - 1, _HALF_A_MIB, _HALF_A_MIB + 1])
def test_a_digest_is_the_same_at_every_size(size: int) -> None:
    data = b"\xff" * size

    assert sha256_of(data) == hashlib.sha256(data).hexdigest()
