-- What steers the reading. `guidance` names what an article was read with, '' for nothing.
-- `observation` is what it tells of its publisher, read without a profile; `observed_with` names
-- the gazetteer and the settings of that reading, '' where it is still to be done.
ALTER TABLE articles ADD COLUMN guidance TEXT NOT NULL DEFAULT '';

ALTER TABLE articles ADD COLUMN observation TEXT;

ALTER TABLE articles ADD COLUMN observed_with TEXT NOT NULL DEFAULT '';

DROP INDEX articles_by_source;

CREATE INDEX articles_by_source ON articles (source, hash);

-- Only profiles that somebody set by hand; learned ones follow from the observations.
CREATE TABLE publishers (source TEXT PRIMARY KEY, profile TEXT NOT NULL) WITHOUT ROWID;
