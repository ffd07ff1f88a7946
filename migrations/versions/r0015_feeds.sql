-- Feeds for calendars and feed readers, by a secret link.

CREATE TABLE feed (
    campaign_id text COLLATE "C" NOT NULL,
    account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE,
    person    text COLLATE "C" NOT NULL,
    hash      bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    made      timestamptz NOT NULL DEFAULT clock_timestamp(),
    changes   bigint NOT NULL DEFAULT 0,            -- of dates in the calendar, ever
    dates     bytea NOT NULL DEFAULT ''::bytea,     -- JSON: what it held when it was last read
    PRIMARY KEY (campaign_id, account_id, person)
);
