"""``galloper serve``: the daemon."""

from __future__ import annotations

import sys

from service.cli.main import app, can_be_explained, console
from service.cli.options import Data, Packs, load_packs
from service.cli.printing import say
from service.config import from_environment
from service.stopping import Stopped


@app.command
def serve(
    *,
    listen: str | None = None,
    public_demo: bool = False,
    data: Data = None,
    pack: Packs = (),
) -> None:
    """Keep campaigns, send notices, answer over HTTP; until stopped by Ctrl-C or SIGTERM.

    Parameters
    ----------
    listen
        Host and port of the HTTP server (default 127.0.0.1:8400, or GALLOPER_LISTEN).
    public_demo
        Keep a campaign that plays itself, whose news anybody reads at /public without an account.
    """
    # The daemon takes longer to import than most commands to run: not before it is wanted.
    import structlog
    import trio

    from service import bridge
    from service.app import run_daemon
    from service.bridge import from_asyncio
    from service.demo.public import CAMPAIGN, ensure_public_demo
    from service.logs import set_up_logging

    set_up_logging()
    load_packs(pack)
    config = from_environment(data, listen)

    async def main() -> None:
        async with run_daemon(config) as daemon:
            host = config.listen.rpartition(":")[0]
            say(f"Galloper keeps campaigns. Health: http://{host}:{daemon.port}/healthz")
            if console.is_terminal:
                # Whoever starts it by hand looks for its pages next.
                say(f"Pages: {config.at('/')}  (to come in: galloper account add, account link)")
            if public_demo:
                if await from_asyncio(ensure_public_demo, daemon.store.pool, timeout=120.0):
                    say(f"The public demonstration: {config.at('/public')}")
                else:
                    say(
                        f"The public demonstration is closed; galloper campaign public {CAMPAIGN}"
                        " opens it."
                    )
            await trio.sleep_forever()

    try:
        bridge.run(main)
    except Stopped:
        say("Stopped; everything that took place is kept.")
    except Exception as error:
        if can_be_explained(error):
            raise
        # A traceback would go where the log goes, and may quote what nobody there should read.
        structlog.get_logger(__name__).critical("daemon_failed", exc_info=error)
        sys.exit(1)
