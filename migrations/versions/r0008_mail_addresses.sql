-- Addresses that mail may be sent to: what is answered there, and who answers.  The token is 130
-- random bits and stands in the address; whoever reads it here still has to write from an address
-- of the person's own.  An address is the same for as long as mails name it.
CREATE TABLE mail_address (
    campaign_id text COLLATE "C" NOT NULL,
    person    text COLLATE "C" NOT NULL,
    kind      text COLLATE "C" NOT NULL CHECK (kind IN ('letter', 'decision', 'orders')),
    about     text COLLATE "C" NOT NULL,            -- letter or decision; empty for orders
    detail    text COLLATE "C" NOT NULL,            -- the letter's sender, the decision's revision
    token     text COLLATE "C" NOT NULL UNIQUE,
    named     timestamptz NOT NULL DEFAULT clock_timestamp(),   -- to the day: last put into a mail
    PRIMARY KEY (campaign_id, person, kind, about, detail)
);
