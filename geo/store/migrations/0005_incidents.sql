-- What merging compares of an event, once for all events that claim the very same. `body` is JSON.
-- `geometry` and the place's numbers stand in the index below as a box as well.
CREATE TABLE claims (
    key INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    place TEXT NOT NULL,
    earliest TEXT NOT NULL,
    latest TEXT NOT NULL,
    lat REAL NOT NULL,
    lon REAL NOT NULL,
    precision TEXT NOT NULL,
    geometry INTEGER REFERENCES geometries (key),
    body TEXT NOT NULL
);

-- Where and when: degrees and proleptic ordinals of days.
CREATE VIRTUAL TABLE happenings USING rtree (
    claim, west, east, south, north, earliest, latest, +kind TEXT, +place TEXT, +wide INTEGER
);

-- Two claims that may be one happening; `one` is the smaller key.
CREATE TABLE agreements (
    one INTEGER NOT NULL REFERENCES claims (key) ON DELETE CASCADE,
    other INTEGER NOT NULL REFERENCES claims (key) ON DELETE CASCADE,
    score REAL NOT NULL,
    same_place INTEGER NOT NULL,
    numbers TEXT NOT NULL,
    likeness REAL NOT NULL,
    PRIMARY KEY (one, other)
) WITHOUT ROWID;
CREATE INDEX agreements_by_other ON agreements (other);

-- NULL: nothing can be one with this event, for it did not happen, or has no place or no days.
ALTER TABLE events ADD COLUMN claim INTEGER REFERENCES claims (key);
CREATE INDEX events_by_claim ON events (claim);

-- `ranges` is JSON: of each role the least and the largest number that any report states.
ALTER TABLE incidents ADD COLUMN ranges TEXT NOT NULL DEFAULT '{}';
-- Why is told from the reports themselves, as each audience sees them.
ALTER TABLE incidents DROP COLUMN why;

-- Every id that an incident ever had, with the event that it was named after.
CREATE TABLE incident_ids (
    id TEXT PRIMARY KEY,
    event TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX incident_ids_by_event ON incident_ids (event);

-- What people decided on incidents, in order. Nothing is deleted: a decision is taken back.
CREATE TABLE decisions (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    what TEXT NOT NULL,
    who TEXT NOT NULL,
    made TEXT NOT NULL,
    why TEXT NOT NULL,
    undone TEXT,
    undone_by TEXT
);

-- `side` 0 is the event that was split off, or all events of a merge; 1 those that it was split from.
CREATE TABLE decision_events (
    decision INTEGER NOT NULL REFERENCES decisions (key),
    event TEXT NOT NULL,
    side INTEGER NOT NULL,
    PRIMARY KEY (decision, event)
) WITHOUT ROWID;
CREATE INDEX decision_events_by_event ON decision_events (event);

-- `wire` is the article whose text this one carries, NULL where the text is its own.
-- `print_count` is NULL until the article was compared with the others.
ALTER TABLE articles ADD COLUMN wire INTEGER REFERENCES articles (key);
ALTER TABLE articles ADD COLUMN print_count INTEGER;
CREATE INDEX articles_without_prints ON articles (key) WHERE print_count IS NULL;
CREATE INDEX articles_by_wire ON articles (wire);

-- The runs of words by which copies of a text are found.
CREATE TABLE prints (
    print INTEGER NOT NULL,
    article INTEGER NOT NULL REFERENCES articles (key) ON DELETE CASCADE,
    PRIMARY KEY (print, article)
) WITHOUT ROWID;

-- Two articles that carry one text; `one` is the smaller key, `share` the part of the shorter one's.
CREATE TABLE copies (
    one INTEGER NOT NULL REFERENCES articles (key) ON DELETE CASCADE,
    other INTEGER NOT NULL REFERENCES articles (key) ON DELETE CASCADE,
    share REAL NOT NULL,
    PRIMARY KEY (one, other)
) WITHOUT ROWID;
CREATE INDEX copies_by_other ON copies (other);
