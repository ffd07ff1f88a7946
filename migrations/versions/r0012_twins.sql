-- Where several persons of a campaign are told at one endpoint, the same words about the same
-- happening go there in one message: the first to ask for them carries them for all.

CREATE TABLE twin (
    campaign_id text COLLATE "C" NOT NULL,
    key       bytea NOT NULL CHECK (octet_length(key) = 32),  -- endpoint, instant and words
    message   text COLLATE "C" NOT NULL,            -- id of the message that carries them
    created   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (campaign_id, key)
);
