\i schema/routines.sql
\i missing.sql

INSERT INTO owners (name) VALUES ('me; INSERT INTO nothing');
INSERT INTO ledgers (owner_id) SELECT id FROM owners;
CALL close_all();
CALL billing.post(1, 2);
CALL elsewhere.archive_all();
SELECT archive_all FROM [dbo].[Archive];
UPDATE archive SET x = 1;
