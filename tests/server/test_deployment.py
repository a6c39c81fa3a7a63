"""The sample configurations of docs/deploy, as the page for operators shows them, work: they are checked and run."""

import asyncio
import contextlib
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import psycopg
import pytest
from tests.server.kit import Guest, RunningServer, Socket, decide, me, metrics_address, play_on, run
from tests.server.postgres import PostgresServer, find_programs, free_port
from websockets.asyncio.client import connect

from kilowatt.cli.command import kilowatt_command
from kilowatt.server.limits import NO_LIMITS

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "docs/deploy"
NAME = "tables.example.org"
LIMITS = msgspec.structs.replace(NO_LIMITS, tables_per_hour=4)  # of which the link to a seat is one


def program(name: str) -> str:
    """The path of a program; a loud skip where it is not installed, and a failure on CI, which installs it."""
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    if found is None:
        if os.environ.get("CI") == "true" and name != "promtool":  # which is large: `./test slow` installs it
            pytest.fail(f"{name} was not found, and CI checks the sample configurations with it", pytrace=False)
        pytest.skip(f"!!! {name} was not found, so the sample configuration for it is unchecked !!!")
    return found


def sample(name: str, **replaced: str) -> str:
    """The text of a sample, with other values in place of those of a real machine; each of them must be there."""
    text = (DEPLOY / name).read_text(encoding="utf-8")
    for old, new in replaced.items():
        assert old in text, f"{name} has no {old}"
        text = text.replace(old, new)
    return text


def checked(*command: str | Path, **variables: str) -> str:
    """What a command that must succeed has printed."""
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **variables}, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@contextlib.contextmanager
def proxy(command: list[str], port: int, log: Path, **variables: str) -> Iterator[None]:
    """A proxy, for as long as it is needed."""
    with log.open("w") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, env={**os.environ, **variables})
    try:
        deadline = time.monotonic() + 30
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def server_for(folder: Path, **settings: Any) -> RunningServer:
    """A server behind a proxy on this machine."""
    return RunningServer(
        f"sqlite:///{folder}/table.sqlite",
        trusted_proxies=("127.0.0.1", "::1"),
        public_url=f"https://{NAME}",
        metrics=metrics_address(),
        limits=LIMITS,
        **settings,
    )


async def evening(port: int, host: str, name: str) -> None:
    """Make a table through the proxy, play at it on a socket, and look at what the server believes."""
    anything = ssl.create_default_context()
    anything.check_hostname, anything.verify_mode = False, ssl.CERT_NONE
    async with httpx.AsyncClient(base_url=f"https://{host}:{port}", verify=anything, headers={"Host": name}) as client:
        assert (await client.get("/metrics")).status_code == 404
        assert (await client.get("/healthz")).json()["ok"]
        table = {"agreed": {"board": "germany", "players": 2}, "seats": [me("Ann"), me("Bob")]}
        made = await client.post("/api/tables", json=table)
        assert made.status_code == 201
        assert "secure" in made.headers["set-cookie"].lower()  # it knows that players use HTTPS
        path = f"/api/tables/{made.json()['table']['id']}"
        assert (await client.post(f"{path}/start")).status_code == 200
        link = (await client.post(f"{path}/seats/0/link")).json()
        assert link["link"].startswith(f"https://{NAME}/t/")
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in client.cookies.jar)
        address = f"wss://{name}{path}/play"
        headers = {"Cookie": cookies, "Origin": f"https://{name}"}
        connection = await connect(
            address, host="127.0.0.1", port=port, ssl=anything, server_hostname=host, additional_headers=headers
        )
        player = Socket(connection)
        await player.hello()
        assert player.position is not None
        await play_on(player, Random(1), decisions=10)
        await player.close()
        # The address that is counted is the client's, whatever it says of itself.
        statuses = [
            (await client.post("/api/tables", json=table, headers={"X-Forwarded-For": f"192.0.2.{number}"})).status_code
            for number in range(4)
        ]
        assert statuses == [201, 201, 429, 429]


def test_nginx_with_tls_in_front_of_the_server(tmp_path: Path) -> None:
    nginx = program("nginx")
    port, plain = free_port(), free_port()
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    new = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    checked(program("openssl"), *new, "-keyout", key, "-out", certificate)
    with server_for(tmp_path, host_names=(NAME,)) as server:
        site = sample(
            "nginx.conf",
            **{
                "    listen [::]:80;\n": "",
                "    listen [::]:443 ssl http2;\n": "",
                "listen 80;": f"listen 127.0.0.1:{plain};",
                "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
                f"/etc/letsencrypt/live/{NAME}/fullchain.pem": str(certificate),
                f"/etc/letsencrypt/live/{NAME}/privkey.pem": str(key),
                "127.0.0.1:8421": server.url.removeprefix("http://"),
            },
        )
        (tmp_path / "site.conf").write_text(site)
        temporary = "".join(
            f"{kind}_temp_path {tmp_path}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        main = tmp_path / "main.conf"
        user = "user root;\n" if os.geteuid() == 0 else ""
        main.write_text(
            f"{user}daemon off;\npid {tmp_path}/pid;\nerror_log stderr;\nevents {{}}\n"
            f"http {{\naccess_log off;\n{temporary}include {tmp_path}/site.conf;\n}}\n"
        )
        checked(nginx, "-t", "-c", main)
        with proxy([nginx, "-c", str(main)], port, tmp_path / "log"):
            run(evening(port, "127.0.0.1", NAME))
            answer = httpx.get(f"http://127.0.0.1:{plain}/t/abc", headers={"Host": NAME})
            assert (answer.status_code, answer.headers["location"]) == (301, f"https://{NAME}/t/abc")


def test_caddy_with_tls_in_front_of_the_server(tmp_path: Path) -> None:
    caddy = program("caddy")
    home = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path)}
    assert "Valid configuration" in checked(
        caddy, "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile", **home
    )
    port = free_port()
    with server_for(tmp_path) as server:
        options = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"
        text = sample("Caddyfile", **{NAME: f"localhost:{port}", "127.0.0.1:8421": server.url.removeprefix("http://")})
        (tmp_path / "Caddyfile").write_text(options + text)
        command = [caddy, "run", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
        with proxy(command, port, tmp_path / "log", **home):
            run(evening(port, "localhost", f"localhost:{port}"))


def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    analyze = program("systemd-analyze")
    for name in ("kilowatt.service", "kilowatt-backup.service"):
        (tmp_path / name).write_text(sample(name, **{"/opt/kilowatt/": f"{ROOT}/"}))
    shutil.copy(DEPLOY / "kilowatt-backup.timer", tmp_path)
    units = [tmp_path / "kilowatt.service", tmp_path / "kilowatt-backup.timer", tmp_path / "kilowatt-backup.service"]
    assert checked(analyze, "verify", "--man=no", *units) == ""


def test_prometheus_accepts_its_configuration_and_every_metric_in_the_alerts_exists(tmp_path: Path) -> None:
    alerts = (DEPLOY / "kilowatt-alerts.yml").read_text(encoding="utf-8")
    used = set(re.findall(r"\bkilowatt_\w+", re.sub(r"#.*", "", alerts)))
    with RunningServer(f"sqlite:///{tmp_path}/table.sqlite", metrics=metrics_address()) as server:
        assert server.settings.metrics is not None
        text = httpx.get(f"http://127.0.0.1:{server.settings.metrics[1]}/metrics").text
    assert len(used) > 5
    assert [name for name in sorted(used) if not re.search(rf"^{name}\b", text, re.MULTILINE)] == []
    checked(program("promtool"), "check", "config", DEPLOY / "prometheus.yml")


def test_the_command_of_the_unit_is_understood() -> None:
    unit = sample("kilowatt.service").replace("\\\n", "")
    command = re.search(r"^ExecStart=/opt/kilowatt/kilowatt (.*)$", unit, re.MULTILINE)
    assert command is not None
    name, *words = command[1].split()
    options = kilowatt_command.commands[name].make_context(name, words).params
    assert (options["workers"], options["metrics"], options["behind_proxy"]) == (2, "9421", "127.0.0.1,::1")


def test_a_backup_on_sqlite_is_restored_with_its_games(tmp_path: Path) -> None:
    program("sqlite3")
    (tmp_path / "backups").mkdir()
    url = f"sqlite:///{tmp_path}/table.sqlite"
    table, decisions = backed_up(url, tmp_path / "backups")
    [copy] = (tmp_path / "backups").iterdir()
    assert copy.stat().st_mode & 0o077 == 0
    restored = tmp_path / "restored.sqlite"
    shutil.copy(copy, restored)
    assert decisions_at(f"sqlite:///{restored}", table) == decisions


def test_a_backup_on_postgresql_is_restored_with_its_games(tmp_path: Path, postgres: PostgresServer) -> None:
    programs = find_programs()
    assert programs is not None
    (tmp_path / "backups").mkdir()
    table, decisions = backed_up(postgres.database(), tmp_path / "backups")
    [copy] = (tmp_path / "backups").iterdir()
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute("CREATE DATABASE restored")
    checked(tool("pg_restore", programs), "--no-owner", f"--dbname={postgres.url('restored')}", copy)
    assert decisions_at(postgres.url("restored"), table) == decisions


def tool(name: str, programs: Path) -> str:
    """One of PostgreSQL's programs for clients."""
    return str(programs / name) if (programs / name).exists() else program(name)


def backed_up(url: str, folder: Path) -> tuple[str, int]:
    """Play a little, and back up while the server runs; the table, and the number of its decisions."""
    programs = find_programs()
    path = os.environ["PATH"] if programs is None else f"{programs}:{os.environ['PATH']}"
    found: list[tuple[str, int]] = []

    async def evening() -> None:
        with RunningServer(url) as server:
            async with Guest(server.url) as ann:
                table = await ann.make()
                await ann.start(table)
                async with ann.at(table) as player:
                    await play_on(player, Random(1), decisions=7)
                    script = [str(DEPLOY / "kilowatt-backup.sh"), str(folder)]
                    await asyncio.to_thread(checked, *script, KILOWATT_DATABASE=url, PATH=path)
                    assert player.position is not None
                    await player.play(decide(player.position, Random(2)))  # not in the backup
                    found.append((table, 7))

    run(evening())
    return found[0]


def decisions_at(url: str, table: str) -> int:
    """How many decisions a table has, on a new server that was given the restored database."""
    found: list[int] = []

    async def evening() -> None:
        with RunningServer(url) as server:
            async with Guest(server.url) as guest, guest.at(table) as watching:
                found.append(watching.decision)

    run(evening())
    return found[0]


def test_the_page_shows_every_sample_and_lists_every_limit() -> None:
    page = (ROOT / "docs/operators.md").read_text(encoding="utf-8")
    shown = re.findall(r"\{literalinclude\} deploy/(\S+)", page)
    assert sorted(shown) == sorted(path.name for path in DEPLOY.iterdir())
    rows = [
        f"| `{field.name.replace('_', '-')}` | {field.default:,} | "
        for field in msgspec.structs.fields(type(NO_LIMITS))
    ]
    assert [row for row in rows if row not in page] == []
