# The table as a container: docker build -t hexillum . && docker run -p 8000:8000 -v hexillum:/data hexillum
# It has the documentation at /docs where ./check docs has built it before.
# The wheel is made in a first image, so that the second has neither the sources nor what builds them.
FROM python:3.13-slim AS wheel
WORKDIR /source
COPY . .
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheel .

FROM python:3.13-slim
COPY --from=wheel /wheel /wheel
COPY requirements/web.txt requirements/postgres.txt requirements/fast.txt /wheel/
RUN pip install --no-cache-dir --no-deps --require-hashes \
        -r /wheel/web.txt -r /wheel/postgres.txt -r /wheel/fast.txt \
    && pip install --no-cache-dir --no-deps /wheel/*.whl \
    && rm -r /wheel \
    && useradd --system --uid 1000 --home-dir /data --create-home hexillum
# its number, since a host that refuses root can't look the name up
USER 1000
VOLUME /data
ENV HEXILLUM_DATABASE=/data/games.db \
    HEXILLUM_KEY_FILE=/data/server.key \
    HEXILLUM_CACHE=/data/cache
EXPOSE 8000
HEALTHCHECK --start-period=20s CMD ["python", "-c", "import urllib.request as ask; ask.urlopen('http://127.0.0.1:8000/api/health', timeout=5)"]
ENTRYPOINT ["hexillum"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
