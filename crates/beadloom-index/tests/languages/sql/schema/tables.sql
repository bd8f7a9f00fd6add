-- Tables of the shop.
CREATE SCHEMA billing;

CREATE TYPE billing.mood AS ENUM ('open', 'closed');

-- Who owns ledgers.
CREATE TABLE owners (
  id serial PRIMARY KEY,
  name text NOT NULL DEFAULT 'CREATE TABLE hidden (id int)'
);

-- Keeps entries.
CREATE TABLE billing.ledgers (
  id serial PRIMARY KEY,
  owner_id integer NOT NULL REFERENCES owners (id),
  state billing.mood NOT NULL
);
COMMENT ON TABLE owners IS 'People and companies.';

CREATE TABLE billing.entries (
  ledger_id integer REFERENCES billing.ledgers (id) ON DELETE CASCADE,
  cents bigint NOT NULL
);

CREATE INDEX entries_by_ledger ON billing.entries (ledger_id);
