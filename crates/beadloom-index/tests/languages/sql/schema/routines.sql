\ir tables.sql

/* What is open. */
CREATE VIEW billing.open_ledgers AS
  WITH sums AS (
    SELECT ledger_id, sum(cents) AS total FROM billing.entries GROUP BY ledger_id
  )
  SELECT l.id, s.total
  FROM billing.ledgers l
  JOIN sums s ON s.ledger_id = l.id, owners o
  WHERE o.id = l.owner_id;

-- Posts an entry.
CREATE FUNCTION billing.post(ledger integer, amount bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF amount = 0 THEN
    RAISE EXCEPTION 'INSERT INTO nowhere';
  END IF;
  INSERT INTO billing.entries (ledger_id, cents) VALUES (ledger, amount);
  PERFORM audit('posted');
END;
$$;

CREATE FUNCTION audit(what text) RETURNS void LANGUAGE sql AS 'SELECT 1;';

CREATE PROCEDURE elsewhere.archive_all() LANGUAGE sql AS '';
CREATE TABLE [dbo].[Archive] (id int);

CREATE FUNCTION touched() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN new; END $$;

CREATE TRIGGER entry_touched BEFORE UPDATE ON billing.entries
  FOR EACH ROW EXECUTE FUNCTION touched();
