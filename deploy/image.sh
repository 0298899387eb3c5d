#!/bin/sh
# Build the image without a daemon and without anyone else's image: `make image`, as root.
#
# A root of Debian's packages takes the place of the official image of Python. SUITE names the release
# of Debian. The arguments go to buildah, such as --build-arg EXACT=yes, or a --volume with the
# certificates of your network.
set -eu
cd "$(dirname "$0")/.."

for program in buildah mmdebstrap; do
    command -v "$program" >/dev/null || {
        echo "There is no $program: install it (on Debian: apt-get install buildah mmdebstrap)," \
            "or build with Docker: docker build -f deploy/Dockerfile -t postboard ." >&2
        exit 1
    }
done

root=$(buildah from scratch)
trap 'buildah rm "$root" >/dev/null' EXIT
mmdebstrap --quiet --variant=minbase --include=ca-certificates,python-is-python3,python3-venv \
    "${SUITE:-trixie}" "$(buildah mount "$root")"
buildah umount "$root" >/dev/null
buildah commit --quiet "$root" postboard-base >/dev/null
# The other format would lose the health check.
buildah build --isolation chroot --format docker --layers --build-arg BASE=localhost/postboard-base \
    --build-arg HEADERS=python3-dev "$@" --file deploy/Dockerfile --tag postboard .
