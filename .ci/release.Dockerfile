# The image of a release, from the binaries of the release. ../Dockerfile builds from source.
FROM gcr.io/distroless/static-debian12
ARG TARGETPLATFORM
COPY $TARGETPLATFORM/hieralint /usr/local/bin/hieralint
WORKDIR /src
ENTRYPOINT ["hieralint"]
CMD ["lint"]
