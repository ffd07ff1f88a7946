-- Who may speak and read.  Secrets (of sessions, tokens, links) are kept as their SHA-256 alone, so
-- that whoever reads this database can sign in as nobody.

CREATE TABLE account (
    id        text COLLATE "C" PRIMARY KEY,
    email     text NOT NULL,                        -- as it was written
    folded    text COLLATE "C" NOT NULL UNIQUE,     -- as it is compared
    name      text NOT NULL,
    zone      text NOT NULL DEFAULT 'UTC',
    password  text NOT NULL DEFAULT '',             -- argon2id; empty: by mailed link only
    operator  boolean NOT NULL DEFAULT false,
    created   timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- What proves who somebody is: a session of a browser, a token of a program, a link in a mail.
CREATE TABLE credential (
    hash      bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
    id        text COLLATE "C" NOT NULL UNIQUE,     -- what it is called in lists; no secret
    account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE,
    kind      text NOT NULL CHECK (kind IN ('session', 'token', 'link')),
    name      text NOT NULL,                        -- the browser, or what the token is for
    scopes    text[] NOT NULL DEFAULT '{}',
    created   timestamptz NOT NULL DEFAULT clock_timestamp(),
    used      timestamptz,                          -- to the hour, so that reading seldom writes
    expires   timestamptz
);
CREATE INDEX credential_account ON credential (account_id);

-- Who is what in a campaign: person is a commander's id, or empty for those who lead nobody.  One
-- account may lead two commanders, and one commander may have two accounts.
CREATE TABLE membership (
    campaign_id text COLLATE "C" NOT NULL,
    account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE,
    role      text NOT NULL CHECK (role IN ('gm', 'assistant', 'player', 'spectator')),
    person    text COLLATE "C" NOT NULL DEFAULT '' CHECK ((role = 'player') = (person <> '')),
    created   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (campaign_id, account_id, role, person)
);
CREATE INDEX membership_account ON membership (account_id);

CREATE TABLE invitation (
    hash      bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
    campaign_id text COLLATE "C" NOT NULL,
    id        text COLLATE "C" NOT NULL UNIQUE,
    role      text NOT NULL CHECK (role IN ('gm', 'assistant', 'player', 'spectator')),
    person    text COLLATE "C" NOT NULL DEFAULT '' CHECK ((role = 'player') = (person <> '')),
    made_by   text COLLATE "C" NOT NULL,            -- account, or empty for the operator's shell
    created   timestamptz NOT NULL DEFAULT clock_timestamp(),
    expires   timestamptz NOT NULL,
    taken_by  text COLLATE "C",
    taken     timestamptz
);
CREATE INDEX invitation_campaign ON invitation (campaign_id);

-- What referees and operators did, for ever; campaign_id is empty for what concerns the server.
CREATE TABLE audit (
    campaign_id text COLLATE "C" NOT NULL,
    n         bigint GENERATED ALWAYS AS IDENTITY,
    account_id text COLLATE "C" NOT NULL,
    at        timestamptz NOT NULL DEFAULT clock_timestamp(),
    action    text NOT NULL,
    about     text NOT NULL,
    PRIMARY KEY (campaign_id, n)
);
