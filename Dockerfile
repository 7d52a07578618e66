# The table as a container: docker build -t hexillum . && docker run -p 8000:8000 -v hexillum:/data hexillum
# It has the documentation at /docs where ./check docs has built it before. deploy/compose.yaml starts two of it for a club.
# Everything is installed in a first image, so that the second has neither the sources nor what builds and fetches them.
# Without FAST it is smaller by half, and computer players think and odds are told more slowly.
FROM python:3.13-slim AS built
ARG FAST=yes
WORKDIR /source
COPY . .
RUN python -m venv /opt/hexillum \
    && pip wheel --no-cache-dir --no-deps --wheel-dir /wheel . \
    && for extra in web postgres club ${FAST:+fast}; do \
         /opt/hexillum/bin/pip install --no-cache-dir --no-deps --require-hashes -r "requirements/$extra.txt" || exit 1; \
       done \
    && /opt/hexillum/bin/pip install --no-cache-dir --no-deps /wheel/*.whl \
    && /opt/hexillum/bin/pip uninstall --yes pip

FROM python:3.13-slim
COPY --from=built /opt/hexillum /opt/hexillum
# the folders that it writes to, and a key for several servers
RUN useradd --system --uid 1000 --home-dir /data --create-home hexillum \
    && install --directory --owner=1000 --group=hexillum --mode=0700 /data /keys
# its number, since a host that refuses root can't look the name up
USER 1000
VOLUME /data
# nothing is written but there: the file system may be read-only, with an empty /tmp
ENV PATH=/opt/hexillum/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    HEXILLUM_DATABASE=/data/games.db \
    HEXILLUM_KEY_FILE=/data/server.key \
    HEXILLUM_CACHE=/data/cache
EXPOSE 8000
HEALTHCHECK --start-period=30s --interval=10s --timeout=6s CMD ["python", "-c", "import urllib.request as ask; ask.urlopen('http://127.0.0.1:8000/readyz', timeout=5)"]
ENTRYPOINT ["hexillum"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
