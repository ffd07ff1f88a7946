-- What operators and referees do about people: accounts locked, addresses changed by a link to the
-- new one, words to the referee out of character, and persons who may write no words for a while.

ALTER TABLE account ADD COLUMN locked timestamptz;      -- signs in by nothing while it is set

CREATE TABLE mail_change (
    hash      bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
    account_id text COLLATE "C" NOT NULL UNIQUE REFERENCES account ON DELETE CASCADE,
    email     text NOT NULL,
    folded    text COLLATE "C" NOT NULL,
    expires   timestamptz NOT NULL
);

-- Game hours by which spectators see later what has happened.
ALTER TABLE campaign ADD COLUMN spectators_behind integer NOT NULL DEFAULT 72
    CHECK (spectators_behind >= 0);

-- No part of the world: the game never reads it.
CREATE TABLE aside (
    campaign_id text COLLATE "C" NOT NULL,
    n         bigint GENERATED ALWAYS AS IDENTITY,
    account_id text COLLATE "C" NOT NULL,               -- by id: it outlives the account, without a name
    person    text COLLATE "C" NOT NULL DEFAULT '',     -- whom the account leads
    kind      text NOT NULL CHECK (kind IN ('note', 'report')),
    about     text NOT NULL DEFAULT '',                 -- of a report: what it quotes
    words     text NOT NULL,
    at        timestamptz NOT NULL DEFAULT clock_timestamp(),
    answer    text NOT NULL DEFAULT '',
    answered  timestamptz,
    PRIMARY KEY (campaign_id, n)
);

CREATE TABLE muted (
    campaign_id text COLLATE "C" NOT NULL,
    person    text COLLATE "C" NOT NULL,
    reason    text NOT NULL,
    since     timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (campaign_id, person)
);
