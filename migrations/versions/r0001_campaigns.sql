-- Every table of a campaign has a key that starts with campaign_id, so that a transaction touches
-- one campaign and the tables can be distributed by it.  There are no foreign keys to campaign:
-- they would make what people say wait for the keeper's transaction.  Names compare by code point
-- (COLLATE "C") whatever the database's locale: the same order as in the program, and quicker.
-- Bodies are the very bytes that were hashed or signed; the views at the end show them as text.
-- They stay in their row up to 4 kB (toast_tuple_target): rows of 3 kB are written three times as
-- fast as when they are moved out at 2 kB.

CREATE TABLE campaign (
    id        text COLLATE "C" PRIMARY KEY,
    name      text NOT NULL,
    pack      text NOT NULL,
    release   integer NOT NULL,                     -- newest release of structs that wrote here
    scenario  text NOT NULL,
    created   timestamptz NOT NULL DEFAULT clock_timestamp(),
    settings  bytea NOT NULL,
    secret    bytea NOT NULL CHECK (octet_length(secret) = 32),
    provable  boolean NOT NULL,
    state     text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'ended'))
);

-- The one hot row of a campaign: lock, fence and clockwork.  No index but the key, so that every
-- update stays on its page (HOT); a scan of it is cheap, it has one narrow row a campaign.
CREATE TABLE due (
    campaign_id text COLLATE "C" PRIMARY KEY,
    next_due  bigint,                               -- wall microseconds; null: nothing is pending
    version   bigint NOT NULL DEFAULT 0,            -- one more with every commit
    owner     text COLLATE "C",                     -- daemon.id
    term      bigint NOT NULL DEFAULT 0,            -- one more with every change of owner
    tries     smallint NOT NULL DEFAULT 0,          -- take-overs since the last commit
    now       bigint NOT NULL DEFAULT 0,            -- game ms of the last event
    answering bigint NOT NULL DEFAULT 0,            -- answering ms of the last event
    seq       bigint NOT NULL DEFAULT 0,            -- lines in the journal
    head      bytea NOT NULL DEFAULT ''::bytea,     -- hash of the last of them
    line      integer NOT NULL DEFAULT 0,           -- the line of history being written
    notices   bigint NOT NULL DEFAULT 0             -- notices ever committed
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

CREATE TABLE daemon (
    id        text COLLATE "C" PRIMARY KEY,
    beat      timestamptz NOT NULL DEFAULT clock_timestamp(),
    release   integer NOT NULL,
    info      text NOT NULL DEFAULT '',
    gone      boolean NOT NULL DEFAULT false        -- stopped in good order: its campaigns are free
) WITH (fillfactor = 50);

-- What people said, word for word, for ever.
CREATE TABLE input (
    campaign_id text COLLATE "C" NOT NULL,
    person    text COLLATE "C" NOT NULL,
    n         bigint NOT NULL,
    received  timestamptz NOT NULL DEFAULT clock_timestamp(),
    key       text COLLATE "C" NOT NULL,            -- chosen by the sender: once per key
    body      bytea NOT NULL,
    PRIMARY KEY (campaign_id, person, n),
    UNIQUE (campaign_id, person, key)
) WITH (toast_tuple_target = 4080);

-- Which of it the keeper has not taken yet.  Selected whole, never by "n greater than the last":
-- numbers are given before commit, so a lower one may appear after a higher one was read.
CREATE TABLE inbox (
    campaign_id text COLLATE "C" NOT NULL,
    person    text COLLATE "C" NOT NULL,
    n         bigint NOT NULL,
    PRIMARY KEY (campaign_id, person, n)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

CREATE TABLE entity (
    campaign_id text COLLATE "C" NOT NULL,
    id        text COLLATE "C" NOT NULL,
    kind      text COLLATE "C" NOT NULL,
    body      bytea NOT NULL,
    PRIMARY KEY (campaign_id, id)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, toast_tuple_target = 4080);

CREATE TABLE timeline (
    campaign_id text COLLATE "C" NOT NULL,
    id        text COLLATE "C" NOT NULL,
    axis      smallint NOT NULL,
    due       bigint NOT NULL,                      -- ms on that axis
    rank      smallint NOT NULL,
    subject   text COLLATE "C" NOT NULL,
    kind      text COLLATE "C" NOT NULL,
    body      bytea NOT NULL,
    PRIMARY KEY (campaign_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0.05, toast_tuple_target = 4080);

CREATE TABLE journal (
    campaign_id text COLLATE "C" NOT NULL,
    line      integer NOT NULL,                     -- line of history: undo starts a new one
    seq       bigint NOT NULL,
    at        bigint NOT NULL,                      -- game ms
    event     text COLLATE "C" NOT NULL,
    kind      text COLLATE "C" NOT NULL,
    release   integer NOT NULL,
    body      bytea NOT NULL,
    hash      bytea NOT NULL,
    PRIMARY KEY (campaign_id, line, seq)
) WITH (toast_tuple_target = 4080);

CREATE TABLE known (
    campaign_id text COLLATE "C" NOT NULL,
    person    text COLLATE "C" NOT NULL,
    n         bigint NOT NULL,
    at        bigint NOT NULL,
    kind      text COLLATE "C" NOT NULL,
    body      bytea NOT NULL,
    PRIMARY KEY (campaign_id, person, n)
) WITH (toast_tuple_target = 4080);

CREATE TABLE notice (
    campaign_id text COLLATE "C" NOT NULL,
    person    text COLLATE "C" NOT NULL,
    n         bigint NOT NULL,
    id        text COLLATE "C" NOT NULL,
    kind      text COLLATE "C" NOT NULL,
    at        bigint NOT NULL,
    created   timestamptz NOT NULL DEFAULT clock_timestamp(),
    body      bytea NOT NULL,
    PRIMARY KEY (campaign_id, person, n)
) WITH (toast_tuple_target = 4080);

-- How far a campaign's notices have been turned into deliveries: of due.notices in all, and of each
-- person's.  Reading on from a number is safe here: a person's notices are numbered by the keeper
-- under the lock of due, so a lower number is never committed after a higher one.
CREATE TABLE outbox (
    campaign_id text COLLATE "C" PRIMARY KEY,
    expanded  bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
CREATE TABLE outbox_person (
    campaign_id text COLLATE "C" NOT NULL,
    person    text COLLATE "C" NOT NULL,
    n         bigint NOT NULL,
    PRIMARY KEY (campaign_id, person)
) WITH (fillfactor = 50);

CREATE TABLE channel (
    campaign_id text COLLATE "C" NOT NULL,
    id        text COLLATE "C" NOT NULL,
    person    text COLLATE "C" NOT NULL,
    kind      text NOT NULL CHECK (kind IN ('webhook', 'email')),
    address   text NOT NULL,
    secret    bytea NOT NULL DEFAULT ''::bytea,
    state     text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'closed')),
    failing_since timestamptz,                      -- null: the last attempt went well
    created   timestamptz NOT NULL DEFAULT clock_timestamp(),
    owner     text COLLATE "C",                     -- the daemon that sends on it
    lease     timestamptz,                          -- until when
    PRIMARY KEY (campaign_id, id)
) WITH (fillfactor = 50);
CREATE INDEX channel_person ON channel (campaign_id, person);

-- What is still to be sent: one row a notice and channel, moved to delivered when done, so that
-- this table stays as small as the work left.  A retry changes no indexed column.
CREATE TABLE delivery (
    campaign_id text COLLATE "C" NOT NULL,
    channel_id text COLLATE "C" NOT NULL,
    person    text COLLATE "C" NOT NULL,
    n         bigint NOT NULL,                      -- the notice: (campaign_id, person, n)
    id        text COLLATE "C" NOT NULL,            -- message id the receiver sees, the same at every attempt
    attempt   integer NOT NULL DEFAULT 0,           -- attempts begun
    next_attempt timestamptz NOT NULL DEFAULT clock_timestamp(),
    last_status text NOT NULL DEFAULT '',
    created   timestamptz NOT NULL DEFAULT clock_timestamp(),
    body      bytea,                                -- the bytes that are signed and sent, once made
    PRIMARY KEY (campaign_id, channel_id, person, n),
    UNIQUE (campaign_id, id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

CREATE TABLE delivered (
    campaign_id text COLLATE "C" NOT NULL,
    channel_id text COLLATE "C" NOT NULL,
    person    text COLLATE "C" NOT NULL,
    n         bigint NOT NULL,
    id        text COLLATE "C" NOT NULL,
    outcome   text NOT NULL CHECK (outcome IN ('sent', 'failed', 'dropped')),
    attempt   integer NOT NULL,
    last_status text NOT NULL,
    created   timestamptz NOT NULL,
    done      timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (campaign_id, id)                   -- a message once given up or sent never returns
);

-- For people with psql.  Reading them costs a conversion a row; the program does not use them.

CREATE VIEW campaign_text AS
    SELECT id, name, pack, release, scenario, created, convert_from(settings, 'UTF8') AS settings,
           provable, state
    FROM campaign;
CREATE VIEW due_text AS
    SELECT campaign_id, to_timestamp(next_due / 1e6) AS next_due, version, owner, term, tries,
           now * interval '1 ms' AS game_time, answering * interval '1 ms' AS answering_time,
           seq, encode(head, 'hex') AS head, line, notices
    FROM due;
CREATE VIEW input_text AS
    SELECT campaign_id, person, n, received, key, convert_from(body, 'UTF8') AS body FROM input;
CREATE VIEW entity_text AS
    SELECT campaign_id, id, kind, convert_from(body, 'UTF8') AS body FROM entity;
CREATE VIEW timeline_text AS
    SELECT campaign_id, id, axis, due * interval '1 ms' AS due, rank, subject, kind,
           convert_from(body, 'UTF8') AS body
    FROM timeline;
CREATE VIEW journal_text AS
    SELECT campaign_id, line, seq, at * interval '1 ms' AS at, event, kind, release,
           convert_from(body, 'UTF8') AS body, encode(hash, 'hex') AS hash
    FROM journal;
CREATE VIEW known_text AS
    SELECT campaign_id, person, n, at * interval '1 ms' AS at, kind,
           convert_from(body, 'UTF8') AS body
    FROM known;
CREATE VIEW notice_text AS
    SELECT campaign_id, person, n, id, kind, at * interval '1 ms' AS at, created,
           convert_from(body, 'UTF8') AS body
    FROM notice;
