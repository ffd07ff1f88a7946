-- Mail out: where it goes, what came back, and addresses that are written to no more.

-- What this server seals with (addresses for bounces, links in mails).
CREATE TABLE server_key (
    name      text COLLATE "C" PRIMARY KEY,
    key       bytea NOT NULL CHECK (octet_length(key) = 32)
);

-- An address that was written to; its number stands in the address that bounces come to.
CREATE TABLE mailbox (
    folded    text COLLATE "C" PRIMARY KEY,
    n         bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    suppressed timestamptz,                         -- since when it is written to no more
    reason    text NOT NULL DEFAULT '' CHECK (reason IN ('', 'gone', 'bounces', 'operator')),
    status    text NOT NULL DEFAULT '',             -- what the last bounce said
    released  timestamptz                           -- when its owner last had it tried again
);
CREATE INDEX mailbox_suppressed ON mailbox (suppressed) WHERE suppressed IS NOT NULL;

CREATE TABLE bounce (
    folded    text COLLATE "C" NOT NULL REFERENCES mailbox ON DELETE CASCADE,
    mail      text COLLATE "C" NOT NULL,            -- one mail counts once
    at        timestamptz NOT NULL DEFAULT clock_timestamp(),
    points    integer NOT NULL CHECK (points > 0),
    status    text NOT NULL,
    PRIMARY KEY (folded, mail)
);
