CREATE TABLE books (
    id          BIGSERIAL PRIMARY KEY,
    isbn        VARCHAR(13) NOT NULL UNIQUE,
    title       TEXT NOT NULL,
    author      TEXT NOT NULL,
    copies      INTEGER NOT NULL DEFAULT 1
);

CREATE TABLE members (
    id          BIGSERIAL PRIMARY KEY,
    name        TEXT NOT NULL,
    email       TEXT NOT NULL
);

CREATE TABLE loans (
    id          BIGSERIAL PRIMARY KEY,
    book_id     BIGINT NOT NULL REFERENCES books (id),
    member_id   BIGINT NOT NULL REFERENCES members (id),
    lent_on     DATE NOT NULL,
    due_on      DATE NOT NULL,
    returned_on DATE
);
