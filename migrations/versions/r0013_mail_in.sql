-- What came in by mail.  It is kept before the relay is told that it was taken, and its bytes until
-- it was seen to; after that the row says that a mail of this key has been done.
CREATE TABLE mail_in (
    campaign_id text COLLATE "C" NOT NULL,
    key       text COLLATE "C" NOT NULL,            -- of its Message-ID and the address it came to
    person    text COLLATE "C" NOT NULL,
    kind      text COLLATE "C" NOT NULL,            -- of the address, as are about and detail
    about     text COLLATE "C" NOT NULL,
    detail    text COLLATE "C" NOT NULL,
    sender    text NOT NULL,                        -- folded; forgotten when it is done
    message_id text NOT NULL,                       -- likewise
    received  timestamptz NOT NULL DEFAULT clock_timestamp(),
    raw       bytea,                                -- null: it is done
    tries     smallint NOT NULL DEFAULT 0,
    lease     timestamptz,                          -- until when a daemon sees to it
    fate      text NOT NULL DEFAULT '',
    PRIMARY KEY (campaign_id, key)
);
CREATE INDEX mail_in_waiting ON mail_in (received) WHERE raw IS NOT NULL;
