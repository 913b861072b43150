"""Several reports of one happening become one incident."""

from geo.merging.agreement import Agreement, Numbers, agreement
from geo.merging.claim import Claim, claims
from geo.merging.grouping import group
from geo.merging.incidents import incident_id, merge, rank

__all__ = [
    "Agreement",
    "Claim",
    "Numbers",
    "agreement",
    "claims",
    "group",
    "incident_id",
    "merge",
    "rank",
]
