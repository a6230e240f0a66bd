import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { authorize } from "#platform/capability/access.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { contextFor } from "#platform/capability/run-context.ts";
import { Id } from "#platform/capability/wire.ts";
import type { Edge } from "#platform/http/edge.ts";
import { readUpload } from "#platform/http/read-upload.ts";
import { runOverHttp } from "#platform/http/run.ts";
import { serveFile } from "#platform/http/serve-file.ts";
import type { RouteParts, SliceRoutes } from "#platform/http/slice-routes.ts";
import type { StoredFile } from "#platform/storage/stored-files.ts";
import { cleanFileName } from "./clean-file-name.ts";
import { inspected, tooLarge } from "./inspect-content.ts";
import {
  EXTENSIONS,
  extensionOf,
  FILE_TYPES,
  MAX_FILE_BYTES,
  MISSING_FILE_OR_TITLE,
  parseTags,
} from "./model.ts";
import { type Opened, openLink, passOf, type Visitor } from "./open-link.ts";
import { previewHeaders, previewPage } from "./render-preview-page.ts";
import { sharedPage, sharedPageHeaders } from "./render-shared-page.ts";
import { requireGoodContent } from "./require-good-content.ts";
import { requireRoom, uploadOf } from "./store-upload.ts";
import { documents, documentTexts } from "./tables.ts";

export const documentRoutes: SliceRoutes = (app, parts) => {
  app.post("/files/documents", (context) => upload(context, parts));
  app.get("/files/documents/:id", (context) => download(context, parts));
  app.get("/files/documents/:id/preview", (context) => showPreview(context, parts));
  app.get("/shared/:token", (context) => showShared(context, parts));
  app.post("/shared/:token", (context) => unlockShared(context, parts));
  app.get("/shared/:token/file", (context) => downloadShared(context, parts));
};

type Received = StoredFile & { fileName: string; fileType: string };

/** multipart/form-data with `file`, `title`, `description`, `category` and `tags` (comma separated). */
async function upload(context: Context<Edge>, { services, log }: RouteParts): Promise<Response> {
  const { actor, requestId } = context.var;
  authorize(actor, { access: "user", effect: "write" });
  if (!actor) throw new AppError("unauthenticated", "Please sign in");
  const announced = Number(context.req.header("content-length") ?? 0);
  if (announced > 2 * MAX_FILE_BYTES) throw tooLarge();
  await services.database.transaction(actor.userId, "write", (db) =>
    requireRoom(contextFor(services, db, actor, requestId) as SignedIn, 1),
  );
  const { fields, file } = await readUpload(
    context.req.raw,
    2 * MAX_FILE_BYTES,
    async (name, content): Promise<Received | null> => {
      if (name === "") return null;
      const fileName = cleanFileName(name);
      const extension = extensionOf(fileName);
      if (!extension) throw notAccepted();
      const stored = await services.files.put(inspected(content, extension));
      await requireGoodContent(services, stored, extension);
      return { ...stored, fileName, fileType: FILE_TYPES[extension].type };
    },
  );
  if (!file) throw new AppError("invalid", MISSING_FILE_OR_TITLE, { fields: { file: "is missing" } });
  const { title = "", description, category, tags } = fields;
  let isKept = false;
  const store = uploadOf(file.key, () => {
    isKept = true;
  });
  try {
    const answer = await runOverHttp(services)(context, store, {
      title,
      ...(description && { description }),
      ...(category && { category }),
      ...(tags && { tags: parseTags(tags) }),
      fileName: file.fileName,
      fileType: file.fileType,
      fileSize: file.size,
      sha256: file.sha256,
    });
    // A repeated request was given its first answer: these bytes are a second copy.
    if (!isKept) await services.files.remove(file.key);
    return answer;
  } catch (error) {
    // Whether a commit that broke off was one is not known here: the nightly sweep looks.
    if (isRefusal(error)) await services.files.remove(file.key);
    else log.warn("an upload ended in doubt", { error, requestId });
    throw error;
  }
}

const isRefusal = (error: unknown) =>
  error instanceof AppError && ["invalid", "conflict", "not_found", "forbidden"].includes(error.code);

const notAccepted = () =>
  new AppError("invalid", `Accepted are ${EXTENSIONS.join(", ")}`, {
    fields: { file: "is not of an accepted type" },
  });

/** One's own, or one that is shared with the caller: row-level security finds no other. */
async function download(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const { actor } = context.var;
  authorize(actor, { access: "user", effect: "read" });
  const id = Id.safeParse(context.req.param("id"));
  if (!actor || !id.success) throw notFound("Document");
  const [file] = await services.database.transaction(actor.userId, "read", (db) =>
    db
      .select({
        key: documents.storageKey,
        fileName: documents.fileName,
        fileType: documents.fileType,
        size: documents.fileSize,
        sha256: documents.sha256,
      })
      .from(documents)
      .where(and(eq(documents.id, id.data), isNull(documents.deletedAt))),
  );
  if (!file) throw notFound("Document");
  return serveFile(context, services.files, file);
}

/** A readable form of an Office file, for a frame on our own pages only. */
async function showPreview(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const { actor, nonce } = context.var;
  authorize(actor, { access: "user", effect: "read" });
  const id = Id.safeParse(context.req.param("id"));
  if (!actor || !id.success) throw notFound("Document");
  const [found] = await services.database.transaction(actor.userId, "read", (db) =>
    db
      .select({ preview: documentTexts.preview })
      .from(documentTexts)
      .innerJoin(documents, eq(documents.id, documentTexts.documentId))
      .where(and(eq(documents.id, id.data), isNull(documents.deletedAt))),
  );
  if (!found?.preview) throw notFound("Preview");
  return context.html(previewPage(found.preview, nonce), 200, previewHeaders(nonce));
}

async function showShared(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const visitor = visitorOf(context);
  const opened = await openLink(services.database, visitor, context.req.method === "HEAD" ? "none" : "view");
  return answerShared(context, services, opened, "");
}

/** The form of a link with a password. */
async function unlockShared(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const visitor = visitorOf(context);
  if (Number(context.req.header("content-length") ?? 0) > MOST_FORM)
    throw new AppError("invalid", "The form is too large");
  const password = new URLSearchParams((await context.req.text()).slice(0, MOST_FORM)).get("password") ?? "";
  const pass = await passOf(services.database, visitor, password.slice(0, 128));
  if (pass === null) {
    const opened = await openLink(services.database, visitor, "none");
    return answerShared(context, services, opened, "This password is not right");
  }
  setCookie(context, PASS_COOKIE, pass, {
    path: `/shared/${visitor.token}`,
    httpOnly: true,
    sameSite: "Lax",
    secure: services.config.publicUrl.startsWith("https:"),
    maxAge: 3600,
  });
  return context.redirect(`/shared/${visitor.token}`, 303);
}

const PASS_COOKIE = "link-pass";
const MOST_FORM = 4096;

const visitorOf = (context: Context<Edge>): Visitor => ({
  token: context.req.param("token")?.replaceAll(/[^\w-]/g, "") ?? "",
  pass: getCookie(context, PASS_COOKIE) ?? "",
  address: context.var.address ?? null,
  userAgent: context.req.header("user-agent") ?? null,
});

function answerShared(
  context: Context<Edge>,
  { systemSettings }: RouteParts["services"],
  opened: Opened,
  problem: string,
): Response {
  const { nonce } = context.var;
  const { token } = visitorOf(context);
  const page = sharedPage({ appName: systemSettings.current.appName, opened, problem, token, nonce });
  return context.html(page, opened ? 200 : 404, sharedPageHeaders(nonce));
}

async function downloadShared(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const { req } = context;
  const isWhole = req.method === "GET" && !req.header("range") && !req.header("if-none-match");
  const opened = await openLink(services.database, visitorOf(context), isWhole ? "download" : "none");
  if (!opened) throw new AppError("not_found", "This link has ended");
  if (opened.state !== "open") throw new AppError("forbidden", "This link asks for a password");
  return serveFile(context, services.files, opened.file);
}
