# Only hieralint: docker run --rm -v "$PWD:/src" IMAGE lint
# With a shell and Git, for CI systems that run scripts in the image: docker build --target shell .
FROM golang:1.26-bookworm AS build
WORKDIR /build
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags=-s -o /hieralint ./cmd/hieralint

FROM alpine:3.22 AS shell
RUN apk add --no-cache git
COPY --from=build /hieralint /usr/local/bin/hieralint
WORKDIR /src

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /hieralint /usr/local/bin/hieralint
WORKDIR /src
ENTRYPOINT ["hieralint"]
CMD ["lint"]
