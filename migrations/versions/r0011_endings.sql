-- How a campaign ended: when, what its referee wrote of it, and since when everybody who had a part
-- in it reads everything.  A campaign that ended before this is taken to have ended now.

ALTER TABLE campaign
    ADD COLUMN ended    timestamptz,                        -- its clock stands from here on
    ADD COLUMN epilogue text NOT NULL DEFAULT '',
    ADD COLUMN opened   timestamptz,                        -- null: each reads what was theirs
    ADD COLUMN public   boolean NOT NULL DEFAULT false;     -- anybody looks on, as spectators do
UPDATE campaign SET ended = clock_timestamp() WHERE state = 'ended';
