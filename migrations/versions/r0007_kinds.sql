-- Chat services and browsers tell people too.  The address stays what tells two channels apart;
-- settings are what only one kind knows (a browser's keys, a thread), as JSON.
ALTER TABLE channel
    DROP CONSTRAINT channel_kind_check,
    ADD CONSTRAINT channel_kind_check
        CHECK (kind IN ('webhook', 'email', 'discord', 'chat', 'push')),
    ADD COLUMN settings bytea NOT NULL DEFAULT '{}'::bytea;
