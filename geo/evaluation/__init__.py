"""The project's own measures: how well places and events are read, against marked articles."""
