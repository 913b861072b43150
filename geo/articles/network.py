"""Which addresses may be called: resolve a host once, and tell public from private."""

from __future__ import annotations

import ipaddress
import socket
import threading

from geo.errors import UnreadableError

# Prefixes that carry an IPv4 address within: mapped, compatible, NAT64 (RFC 6052), 6to4, Teredo.
# What comes out at their other end cannot be known, so none of them is called.
_CARRIERS = tuple(
    ipaddress.IPv6Network(prefix)
    for prefix in ("::/96", "::ffff:0:0/96", "64:ff9b::/32", "2002::/16", "2001::/32")
)


def resolve(host: str, port: int, timeout_s: float) -> tuple[str, ...]:
    """Return the addresses of a host; raise UnreadableError when there are none in time."""
    found: list[str] = []
    causes: list[Exception] = []

    def ask() -> None:
        try:
            answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            found.extend(str(answer[4][0]) for answer in answers)
        except (OSError, UnicodeError) as error:
            causes.append(error)

    # The system's resolver takes no deadline, so it is left behind when it is too slow.
    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(timeout_s)
    if not found:
        cause = causes[0] if causes else None
        raise UnreadableError(f"host {host!r} not found: check the address") from cause
    return tuple(dict.fromkeys(found))


def is_public(address: str) -> bool:
    """Tell whether an IP address is one of the open internet."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address) and any(ip in carrier for carrier in _CARRIERS):
        return False
    return ip.is_global and not ip.is_multicast
