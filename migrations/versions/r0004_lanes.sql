-- How deliveries leave: in lanes that one bad message or a sick receiver does not hold up.

ALTER TABLE channel
    ADD COLUMN strict boolean NOT NULL DEFAULT false,       -- nothing overtakes what failed
    ADD COLUMN failures integer NOT NULL DEFAULT 0,         -- failed attempts since the last good one
    ADD COLUMN open_until timestamptz,                      -- nothing is tried before, if not null
    ADD COLUMN numbered bigint NOT NULL DEFAULT 0,          -- the last number given to a message
    ADD COLUMN ed25519 boolean NOT NULL DEFAULT false,      -- sign in this way too (v1a)
    ADD COLUMN previous bytea NOT NULL DEFAULT ''::bytea,   -- the key before this one …
    ADD COLUMN previous_until timestamptz;                  -- … is signed with as well until then

-- number counts a channel's messages in the order in which they are first sent.  words are what the
-- service itself has to say (a test message, that another channel was closed); such a message has
-- no notice and a negative n.
ALTER TABLE delivery
    ADD COLUMN number bigint NOT NULL DEFAULT 0,
    ADD COLUMN words bytea;
ALTER TABLE delivered
    ADD COLUMN number bigint NOT NULL DEFAULT 0,
    ADD COLUMN words bytea,
    ADD COLUMN body bytea;                                  -- kept for a while, to be sent again

UPDATE delivery SET number = found.number
FROM (SELECT campaign_id, channel_id, person, n,
             row_number() OVER (PARTITION BY campaign_id, channel_id ORDER BY person, n) AS number
      FROM delivery) AS found
WHERE delivery.campaign_id = found.campaign_id AND delivery.channel_id = found.channel_id
  AND delivery.person = found.person AND delivery.n = found.n;
UPDATE channel SET numbered = coalesce(
    (SELECT max(number) FROM delivery
     WHERE delivery.campaign_id = channel.campaign_id AND channel_id = channel.id), 0);
