"""A build backend (PEP 517) that makes a wheel of a released hieralint, with nothing but Python's standard library.

The release is the one whose tag is checked out. Its archive is compared with the checksums of the release. What is no release, such as a
branch, is built with the Go that is installed.
"""

import base64
import hashlib
import io
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import zipfile

RELEASES = os.environ.get("HIERALINT_RELEASES", "https://github.com/hieralint/hieralint/releases/download")
SYSTEMS = {"linux": "linux", "darwin": "darwin", "win32": "windows", "cygwin": "windows"}
MACHINES = {"x86_64": "amd64", "amd64": "amd64", "aarch64": "arm64", "arm64": "arm64"}
TAG = r"v\d+\.\d+\.\d+(?:-[0-9A-Za-z.]+)?"


def release():
    """The tag that is checked out; None for another revision."""
    # pre-commit fetches a revision without its tag, whose name is in FETCH_HEAD only.
    try:
        with open(os.path.join(".git", "FETCH_HEAD"), encoding="utf-8") as file:
            commit, fetched = re.match(r"(\w+)\t.*?(?:\ttag '(%s)' of|$)" % TAG, file.read()).groups()
    except (OSError, AttributeError):
        commit, fetched = None, None
    if fetched and git("rev-parse", "HEAD") == git("rev-parse", commit + "^{commit}"):
        return fetched
    described = git("describe", "--tags", "--exact-match", "--match", "v*", "HEAD")
    return described if re.fullmatch(TAG, described) else None


def git(*arguments):
    try:
        return subprocess.run(["git", *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout.strip()
    except OSError:
        return ""


def target():
    machine = platform.machine().lower()
    system = SYSTEMS.get(sys.platform)
    if system is None or machine not in MACHINES:
        sys.exit(f"hieralint has no release for {sys.platform} on {machine}; use the hook hieralint-golang, which builds it")
    return system, MACHINES[machine]


def get(address):
    print("downloading", address, flush=True)
    with urllib.request.urlopen(address, timeout=60) as answer:
        return answer.read()


def download(tag):
    """The program of a release."""
    system, machine = target()
    name = f"hieralint_{system}_{machine}.tar.gz"
    archive = get(f"{RELEASES}/{tag}/{name}")
    sums = get(f"{RELEASES}/{tag}/checksums.txt").decode()
    if f"{hashlib.sha256(archive).hexdigest()}  {name}" not in sums.splitlines():
        sys.exit(f"{name} of {tag} is not what checksums.txt of the release says")
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        return files.extractfile(program()).read()


def build():
    """The program of this revision."""
    if shutil.which("go") is None:
        sys.exit("this revision of hieralint is no release: set `rev` to one, use the hook hieralint-golang, or install Go")
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, program())
        subprocess.run(["go", "build", "-trimpath", "-ldflags=-s", "-o", output, "./cmd/hieralint"], check=True, env={**os.environ, "CGO_ENABLED": "0"})
        with open(output, "rb") as file:
            return file.read()


def program():
    return "hieralint.exe" if sys.platform in ("win32", "cygwin") else "hieralint"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    tag = release()
    text = download(tag) if tag else build()
    # Versions of Python know of pre-releases of their own kind only.
    version = re.match(r"\d+\.\d+\.\d+", tag[1:]).group() if tag else "0"
    info = f"hieralint-{version}.dist-info"
    files = {
        f"hieralint-{version}.data/scripts/{program()}": text,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: hieralint\nVersion: {version}\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: hieralint_wheel\nRoot-Is-Purelib: false\nTag: py3-none-any\n",
    }
    record = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
        record.append(f"{name},sha256={digest},{len(content)}\n")
    files[f"{info}/RECORD"] = "".join([*record, f"{info}/RECORD,,\n"]).encode()
    wheel = f"hieralint-{version}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o100755 << 16
            archive.writestr(entry, content)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("hieralint has no source distribution for Python")
