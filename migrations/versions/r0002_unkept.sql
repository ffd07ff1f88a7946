-- Since when nobody keeps a campaign: written when it is claimed or given back, cleared in the
-- transaction that enters the gap as an outage (or finds it too short for one).  A daemon that dies
-- between the two loses nothing.  The keeper's commit does not touch it.

ALTER TABLE due ADD COLUMN unkept timestamptz;      -- null: it is kept, or was never given back
