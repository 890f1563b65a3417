# edge-sunset for systems without Node:
#   docker build --tag edge-sunset .
#   docker run --rm --volume "$PWD:/src:ro" edge-sunset scan
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && mkdir /pack && npm pack --ignore-scripts --pack-destination /pack

FROM node:24-slim
# git, for --since, --staged and pr.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates git \
    && rm -rf /var/lib/apt/lists/*
RUN --mount=type=bind,from=build,source=/pack,target=/pack \
    npm install --global --ignore-scripts /pack/*.tgz && npm cache clean --force
USER node
WORKDIR /src
ENTRYPOINT ["edge-sunset"]
CMD ["scan"]
