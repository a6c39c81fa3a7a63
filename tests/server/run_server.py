"""A server for tests, as a process of its own: settings as JSON in, its address out.

python -m tests.server.run_server '{"database": "sqlite:///table.sqlite", "port": 0}'
"""

import sys

import msgspec

from kilowatt.server.process.serving import serve
from kilowatt.server.settings import Settings

if __name__ == "__main__":
    settings = msgspec.json.decode(sys.argv[1], type=Settings)
    serve(settings, ready=lambda address: print(address, flush=True))  # noqa: T201 – for the test that waits
