"""Commands around a review: each module has one, with what it prints."""
