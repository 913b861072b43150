-- gazetteer.sqlite: what is not on the path of a look-up. Ordinals are places of records in places.bin.
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE source (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL, version TEXT NOT NULL, licence TEXT NOT NULL, url TEXT NOT NULL,
    credit TEXT NOT NULL, places INTEGER NOT NULL
);
CREATE TABLE place (id TEXT PRIMARY KEY, ordinal INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE geometry (ordinal INTEGER PRIMARY KEY, wkb BLOB NOT NULL);
CREATE TABLE border (a TEXT, b TEXT, ordinal INTEGER NOT NULL, PRIMARY KEY (a, b)) WITHOUT ROWID;
CREATE TABLE note (ordinal INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE VIRTUAL TABLE point USING rtree (ordinal, west, east, south, north, +kind TEXT);
CREATE VIRTUAL TABLE shape USING rtree (ordinal, west, east, south, north, +kind TEXT);
