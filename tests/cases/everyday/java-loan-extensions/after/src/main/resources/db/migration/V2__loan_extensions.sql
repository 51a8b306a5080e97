ALTER TABLE loans
    ADD COLUMN extensions INTEGER NOT NULL DEFAULT 0;

CREATE INDEX idx_loans_open ON loans (due_on) WHERE returned_on IS NULL;
