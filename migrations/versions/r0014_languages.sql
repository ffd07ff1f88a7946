-- In which language people read, and by which clock those do who have no account.

ALTER TABLE account ADD COLUMN language text NOT NULL DEFAULT '';   -- '': as the campaign's
ALTER TABLE campaign
    ADD COLUMN language text NOT NULL DEFAULT 'en',
    ADD COLUMN zone text NOT NULL DEFAULT 'UTC';
