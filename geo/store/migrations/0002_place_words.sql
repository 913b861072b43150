-- The words of an event's place are kept beside the form: an index without content forgets a row
-- only when it is told again what it was given, and the names come from a gazetteer that changes.
ALTER TABLE forms ADD COLUMN place_words TEXT NOT NULL DEFAULT '';

UPDATE forms SET place_words = (
    SELECT r.name || char(10) || r.surface || char(10) || json_extract(p.body, '$.name')
    FROM resolutions AS r JOIN places AS p ON p.key = r.place
    WHERE r.key = forms.resolution
) WHERE resolution IS NOT NULL;

DROP TABLE words;

CREATE VIRTUAL TABLE words USING fts5 (
    title, sentence, place, content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2'
);

INSERT INTO words (rowid, title, sentence, place)
SELECT f.key, coalesce(f.title, a.title), f.sentence, f.place_words
FROM forms AS f JOIN events AS e ON e.key = f.event JOIN articles AS a ON a.key = e.article;
