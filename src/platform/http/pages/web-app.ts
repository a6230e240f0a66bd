import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import type { Context, Hono } from "hono";
import type { Language } from "#i18n/languages.ts";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Edge } from "../edge.ts";
import { requestedLanguage } from "../request-language.ts";
import { readPageFiles, readSignInPage, withPageData, withPageFiles } from "./page-files.ts";
import { type PageHead, withPageHead } from "./page-head.ts";
import { readCopies } from "./page-languages.ts";

export type Asset = {
  type: string;
  etag: string;
  immutable: boolean;
  encodings: Record<string, Buffer<ArrayBuffer>>;
};

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};
const ENCODINGS = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;
const NONCE_PLACEHOLDER = "%STYLE_NONCE%";

/**
 * Who asks for a document. `isSignedIn` is undefined where that cannot be found out now: the page then asks by itself.
 * `answers` are those of the reads that the page begins with.
 */
export type Visitor = {
  isSignedIn: boolean | undefined;
  answers?: Record<string, unknown>;
  /** Nobody has an account here yet. */
  isUnused?: boolean;
  /** The language that the person has chosen; without one, that of the browser is used. */
  language?: Language;
};

const anybody = async (): Promise<Visitor> => ({ isSignedIn: undefined });

/**
 * Serves the built pages from memory: hashed assets immutable and compressed at build time, every other path as a
 * document with a fresh style nonce and the current head settings. That is the application, and the sign-in page at
 * `/auth` and for those who are not signed in.
 */
export function mountWebApp(
  app: Hono<Edge>,
  folder: string,
  head: () => PageHead,
  visitorOf: (context: Context<Edge>) => Promise<Visitor> = anybody,
): void {
  const assets = readAssets(folder);
  const index = readFileSync(join(folder, "index.html"), "utf8");
  const signIn = readSignInPage(folder, index);
  const pageFiles = readPageFiles(folder);
  const copies = readCopies(folder);
  app.get("/manifest.webmanifest", (context) => {
    context.header("cache-control", "no-cache");
    return context.body(JSON.stringify(webManifest(head())), 200, { "content-type": TYPES[".webmanifest"] });
  });
  app.get("*", async (context) => {
    const asset = assets.get(context.req.path);
    if (asset) return answer(context, asset);
    if (extname(context.req.path) !== "" || /^\/(api|rpc|mcp|events)\//.test(context.req.path))
      throw new AppError("not_found", t`There is nothing at this address`);
    // It says who is signed in: no cache may show it to somebody else, or later.
    context.header("cache-control", "no-store");
    const { path } = context.req;
    const { isSignedIn, answers, isUnused, language } = await visitorOf(context);
    const copyOf = copies[language ?? requestedLanguage(context)];
    if (signIn && (path === "/auth" || isSignedIn === false)) {
      const files = pageFiles(path === "/auth" ? "/" : path).map(copyOf.file);
      const page = copyOf.page(withPageHead(signIn, head()));
      return send(
        context,
        withPageData(page, { isSignedOut: isSignedIn === false, files, ...(isUnused && { isUnused }) }),
      );
    }
    const page = copyOf.page(withPageFiles(withPageHead(index, head()), pageFiles(path)));
    return send(context, answers ? withPageData(page, { answers }) : page);
  });
}

const send = (context: Context<Edge>, document: string) =>
  context.html(document.replaceAll(NONCE_PLACEHOLDER, context.var.nonce));

/** The web app manifest, which a device uses to show the app on its home screen. */
const webManifest = ({ appName, appDescription }: PageHead) => ({
  name: appName,
  short_name: appName,
  description: appDescription,
  start_url: "/",
  display: "standalone",
  background_color: "#0b0d12",
  theme_color: "#0b0d12",
  icons: [{ src: "/mark.svg", sizes: "any", type: "image/svg+xml" }],
});

function readAssets(folder: string): Map<string, Asset> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz|html)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [`/${relative(folder, file).split(sep).join("/")}`, readAsset(file)]));
}

export function readAsset(file: string): Asset {
  const identity = readFileSync(file);
  const compressed = ENCODINGS.filter(([, suffix]) => existsSync(file + suffix)).map(([encoding, suffix]) => [
    encoding,
    readFileSync(file + suffix),
  ]);
  return {
    type:
      Object.entries(TYPES).find(([extension]) => extension === extname(file))?.[1] ??
      "application/octet-stream",
    etag: `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`,
    immutable: file.includes(`${sep}assets${sep}`),
    encodings: { ...Object.fromEntries(compressed), identity },
  };
}

export function answer(context: Context<Edge>, asset: Asset): Response {
  context.header("cache-control", asset.immutable ? "public, max-age=31536000, immutable" : "no-cache");
  context.header("etag", asset.etag);
  context.header("vary", "accept-encoding");
  if (context.req.header("if-none-match") === asset.etag) return context.body(null, 304);
  const accepted = context.req.header("accept-encoding") ?? "";
  const encoding = ENCODINGS.find(([name]) => accepted.includes(name) && asset.encodings[name])?.[0];
  if (encoding) context.header("content-encoding", encoding);
  context.header("content-type", asset.type);
  return context.body(asset.encodings[encoding ?? "identity"] ?? "");
}
