-- What online geocoders answered, for those who switch one on: each question is sent once.
CREATE TABLE answers (question TEXT PRIMARY KEY, answer TEXT NOT NULL, asked TEXT NOT NULL) WITHOUT ROWID;
