-- When people want to be told: their preferences, what waits for its hour, and outages.

CREATE TABLE preference (
    campaign_id text COLLATE "C" NOT NULL,
    person    text COLLATE "C" NOT NULL,
    body      bytea NOT NULL,                       -- JSON: zone, quiet hours, digest, what how
    changed   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (campaign_id, person)
);
CREATE VIEW preference_text AS
    SELECT campaign_id, person, convert_from(body, 'UTF8') AS body, changed FROM preference;

-- Notices that are not to leave yet, one row a notice and channel.  They are numbered when they
-- leave, so that nothing on a channel waits behind them.  What leaves alone becomes a delivery; of
-- what leaves in a digest the row stays, without due, so that the notice is never sent again.
CREATE TABLE held (
    campaign_id text COLLATE "C" NOT NULL,
    channel_id text COLLATE "C" NOT NULL,
    person    text COLLATE "C" NOT NULL,
    n         bigint NOT NULL,                      -- the notice: (campaign_id, person, n)
    id        text COLLATE "C" NOT NULL,            -- the message id it has, or would have alone
    due       timestamptz,                          -- infinity: once an outage is caught up with; null: it has left
    digest    text NOT NULL DEFAULT '' CHECK (digest IN ('', 'regular', 'outage')),
    collapse  text COLLATE "C",                     -- a later notice of this key supersedes it
    created   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (campaign_id, channel_id, person, n),
    UNIQUE (campaign_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
CREATE INDEX held_due ON held (due);

ALTER TABLE delivery ADD COLUMN collapse text COLLATE "C";

-- Outages whose catching up is under way: what happened in one is told in one message a channel.
CREATE TABLE gap (
    campaign_id text COLLATE "C" NOT NULL,
    start     timestamptz NOT NULL,
    finish    timestamptz NOT NULL,
    PRIMARY KEY (campaign_id, start)
);
