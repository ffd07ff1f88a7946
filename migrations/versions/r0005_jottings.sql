-- What a person keeps on the desk and nobody else reads: drafts of letters (id: to whom), markers on
-- the map (id: their own), notes.  None of it is part of the world; the campaign never reads it.
CREATE TABLE jotting (
    campaign_id text COLLATE "C" NOT NULL,
    person      text COLLATE "C" NOT NULL,
    kind        text COLLATE "C" NOT NULL CHECK (kind IN ('draft', 'marker', 'note')),
    id          text COLLATE "C" NOT NULL,
    body        bytea NOT NULL,
    changed     timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (campaign_id, person, kind, id)
);
