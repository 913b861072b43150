"""When things happened: phrases of time against the publication date, as inclusive days."""

from geo.dates.events import When, event_dates
from geo.dates.readings import Span
from geo.dates.timeline import BACKGROUND_DAYS, Timed, TimeMention, read_times

__all__ = ["BACKGROUND_DAYS", "Span", "TimeMention", "Timed", "When", "event_dates", "read_times"]
