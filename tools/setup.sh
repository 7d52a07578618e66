# Shared by ./play and ./check: finds Python, makes .venv, installs from requirements/. To be sourced from the root.
#
#   prepare NAME PART... [-- OPTIONAL_PART...]
#
# installs the parts (extras and dependency groups of pyproject.toml) once and remembers it under NAME until requirements/
# or pyproject.toml change. An optional part may fail. What is locked is plain for any pip that comes with Python 3.11 or
# newer: dependency groups themselves need a newer one. Afterwards $PYTHON is the interpreter of .venv. Set HEXILLUM_PYTHON to choose the Python to start from.

VENV=.venv
PYTHON=$VENV/bin/python
LOG=$VENV/install.log
WANTED='import sys; sys.exit(sys.version_info < (3, 11))'

say() {
    printf '%s\n' "hexillum: $*" >&2
}

fail() {
    say "$@"
    exit 1
}

# Print the first Python that is new enough.
find_python() {
    for candidate in ${HEXILLUM_PYTHON:-python3 python3.13 python3.12 python3.11 python3.14 python}; do
        if "$candidate" -c "$WANTED" >/dev/null 2>&1; then
            printf '%s\n' "$candidate"
            return 0
        fi
    done
    return 1
}

# Make sure that the Python $1 can make virtual environments.
need_venv() {
    "$1" -c 'import venv, ensurepip' >/dev/null 2>&1 && return 0
    package=$("$1" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    command -v apt-get >/dev/null 2>&1 || fail "$1 lacks the modules venv and ensurepip: install them and start again"
    [ "$(id -u)" = 0 ] || fail "$1 lacks the module venv: run 'sudo apt-get install $package' and start again"
    say "installing $package, which Debian keeps apart from Python"
    { apt-get install -y "$package" || { apt-get update && apt-get install -y "$package"; }; } >/dev/null 2>&1 \
        || fail "could not install it: run 'apt-get install $package' and start again"
}

# Make .venv unless a working one is there.
make_venv() {
    "$PYTHON" -c "$WANTED" >/dev/null 2>&1 && "$PYTHON" -m pip --version >/dev/null 2>&1 && return 0
    base=$(find_python) || fail "needs Python 3.11 or newer (on Debian: apt-get install python3 python3-venv)"
    need_venv "$base"
    say "making the virtual environment $VENV with $("$base" --version 2>&1)"
    rm -rf "$VENV"
    "$base" -m venv "$VENV" >&2 || fail "could not make $VENV"
}

# Install the locked packages of the parts $@; what pip says goes to $LOG.
install() {
    say "installing the packages for $* (once; needs the network)"
    files=
    for part in "$@"; do
        files="$files -r requirements/$part.txt"
    done
    # shellcheck disable=SC2086
    "$PYTHON" -m pip install --disable-pip-version-check --no-deps --require-hashes $files >"$LOG" 2>&1
}

# Make the package importable and give it a command, without building anything.
link_project() {
    site=$("$PYTHON" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    printf '%s/src\n' "$PWD" >"$site/hexillum.pth"
    cat >"$VENV/bin/hexillum" <<'SCRIPT'
#!/bin/sh
exec "$(dirname "$0")/python" -c 'import sys; sys.argv[0] = "hexillum"; from hexillum.cli import main; sys.exit(main())' "$@"
SCRIPT
    chmod +x "$VENV/bin/hexillum"
}

prepare() {
    stamp=$VENV/ready-$1
    shift
    state=$(cat requirements/*.txt pyproject.toml tools/setup.sh | cksum)
    state="$state $PWD"
    [ -x "$PYTHON" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$state" ] && return 0
    make_venv
    needed=
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        needed="$needed $1"
        shift
    done
    [ $# -gt 0 ] && shift
    # shellcheck disable=SC2086
    install $needed || { tail -n 5 "$LOG" >&2; fail "the installation failed, see above or $LOG; then start again"; }
    for extra in "$@"; do
        install "$extra" || say "that failed (see $LOG): going on without what $extra brings"
    done
    link_project
    printf '%s\n' "$state" >"$stamp"
    say "ready"
}
