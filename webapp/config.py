"""What the application is started with."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from webapp.basemap import default_folder

if TYPE_CHECKING:
    from pathlib import Path

LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The settings of one application.

    `db` is the store, `gazetteer` the folder of the built gazetteer (None: the default one),
    `tiles` the folder where drawn map tiles are kept. `host` is the address served from;
    `public_url` is where others reach it, empty where nobody does. `hosts` are further names
    that a request may ask for.
    """

    db: Path
    gazetteer: Path | None = None
    title: str = "Placeline"
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    hosts: frozenset[str] = frozenset()
    tiles: Path = field(default_factory=default_folder)
    warm_basemap: bool = True

    def answers_to(self, host: str) -> bool:
        """Tell whether a request may ask for a host; a port is ignored.

        A name that is not ours may be another site's, turned to this machine (DNS rebinding), so
        only known names are answered; and bare addresses, where more than this machine is served.
        """
        name = host_name(host)
        public = urlsplit(self.public_url).hostname
        if name in LOCAL_HOSTS | self.hosts or name in (public, self.host):
            return True
        return self.host not in LOCAL_HOSTS and _is_address(name)


def host_name(host: str) -> str:
    """Return a Host header without its port, in lower case."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def is_loopback(address: str) -> bool:
    """Tell whether an address is this machine's own."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
