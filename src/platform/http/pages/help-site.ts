import { existsSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";
import type { Hono } from "hono";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Edge } from "../edge.ts";
import { type Asset, answer, readAsset } from "./web-app.ts";

/** The page sent for help pages that do not exist. */
const MISSING = "/help/404";

/**
 * Serves the help pages from memory, to everybody: they reveal nothing about the instance. Their styles, scripts and
 * pictures are assets of the web folder. Without a build there is no help.
 */
export function mountHelp(app: Hono<Edge>, webFolder: string): void {
  const folder = join(webFolder, "help");
  const pages = existsSync(folder) ? readPages(folder) : new Map<string, Asset>();
  const missing = pages.get(MISSING);
  app.on("GET", ["/help", "/help/*"], async (context, next) => {
    const address = context.req.path.replace(/\/$/, "");
    const page = pages.get(address);
    if (page && address !== MISSING) return answer(context, page);
    if (/\.\w+$/.test(address)) return next();
    if (!missing) throw new AppError("not_found", t`The help has not been built`);
    context.status(404);
    return answer(context, missing);
  });
}

function readPages(folder: string): Map<string, Asset> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".html"),
  );
  return new Map(files.map((name) => [addressOf(name), readAsset(join(folder, name))]));
}

const addressOf = (name: string) => `/help/${name.split(sep).join("/")}`.replace(/(\/index)?\.html$/, "");
