-- Days are ISO 8601 text; moments are ISO 8601 in UTC; degrees are WGS 84.

CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value NOT NULL
) WITHOUT ROWID;

-- `hash` is of title and text, `address` the canonical URL (NULL where it names no single page).
-- `shown` 0 keeps an article's text from the public, for it holds a protected event.
CREATE TABLE articles (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL UNIQUE,
    address TEXT UNIQUE,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    source TEXT NOT NULL,
    url TEXT NOT NULL,
    published TEXT,
    language TEXT NOT NULL,
    edition TEXT NOT NULL,
    shown INTEGER NOT NULL,
    added TEXT NOT NULL
);
CREATE INDEX articles_by_source ON articles (source);

-- A river or a country stands once, however many events lie on it.
CREATE TABLE geometries (
    key INTEGER PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE,
    wkb BLOB NOT NULL
);

CREATE TABLE places (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    digest BLOB NOT NULL UNIQUE,
    body BLOB NOT NULL
);
CREATE INDEX places_by_id ON places (id);

-- `listed` 1: one of the article's located mentions; 0: made for an event or for the public.
CREATE TABLE resolutions (
    key INTEGER PRIMARY KEY,
    article INTEGER NOT NULL REFERENCES articles (key) ON DELETE CASCADE,
    listed INTEGER NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    surface TEXT NOT NULL,
    role TEXT NOT NULL,
    place INTEGER NOT NULL REFERENCES places (key),
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    country_codes TEXT NOT NULL,
    lat REAL NOT NULL,
    lon REAL NOT NULL,
    geometry INTEGER REFERENCES geometries (key),
    precision TEXT NOT NULL,
    uncertainty_km REAL NOT NULL,
    confidence REAL NOT NULL,
    alternatives TEXT NOT NULL,
    why TEXT NOT NULL
);
CREATE INDEX resolutions_by_article ON resolutions (article);
CREATE INDEX resolutions_by_place ON resolutions (place);

CREATE TABLE unplaced (
    article INTEGER NOT NULL REFERENCES articles (key) ON DELETE CASCADE,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    surface TEXT NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (article, start, "end", role)
) WITHOUT ROWID;

CREATE TABLE incidents (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    articles INTEGER NOT NULL,
    sources INTEGER NOT NULL,
    why TEXT NOT NULL
);

CREATE TABLE events (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    article INTEGER NOT NULL REFERENCES articles (key) ON DELETE CASCADE,
    incident INTEGER NOT NULL REFERENCES incidents (key),
    kind TEXT NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    earliest TEXT,
    latest TEXT,
    status TEXT NOT NULL,
    counts TEXT NOT NULL,
    confidence REAL NOT NULL,
    review_status TEXT NOT NULL DEFAULT 'machine'
);
CREATE INDEX events_by_article ON events (article);
CREATE INDEX events_by_incident ON events (incident);

-- What an audience sees of an event. An open event has one form; a protected one has two, and
-- the public's was redacted before it was written, so that no public question can touch the other.
-- `audience`: 0 everyone, 1 the owner, 2 the public. `best`: the incident is shown by this event.
-- `title` and `url` are NULL where they are the article's own.
-- `day` and `until` are the event's first and last day, '' where unknown; they, kind and status are repeated here, so that one index answers what a map asks.
CREATE TABLE forms (
    key INTEGER PRIMARY KEY,
    event INTEGER NOT NULL REFERENCES events (key) ON DELETE CASCADE,
    audience INTEGER NOT NULL,
    best INTEGER NOT NULL,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    day TEXT NOT NULL,
    until TEXT NOT NULL,
    id TEXT NOT NULL,
    sentence TEXT NOT NULL,
    title TEXT,
    url TEXT,
    why TEXT NOT NULL,
    resolution INTEGER REFERENCES resolutions (key),
    lat REAL,
    lon REAL,
    geometry INTEGER REFERENCES geometries (key),
    generalisation TEXT NOT NULL,
    UNIQUE (event, audience)
);
-- Holds all that a map filters by, so that a question to many rows need not touch their sentences.
CREATE INDEX forms_in_order ON forms (
    best, day DESC, id, until, status, kind, audience, lat, lon, geometry
);
CREATE INDEX forms_by_kind ON forms (best, status, audience, kind);

CREATE INDEX forms_by_resolution ON forms (resolution);

CREATE VIRTUAL TABLE boxes USING rtree (form, west, east, south, north);

CREATE VIRTUAL TABLE words USING fts5 (
    title, sentence, place, content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TABLE quarantine (
    key INTEGER PRIMARY KEY,
    item TEXT NOT NULL,
    reason TEXT NOT NULL,
    digest BLOB NOT NULL,
    original BLOB NOT NULL,
    added TEXT NOT NULL,
    UNIQUE (item, reason, digest)
);
