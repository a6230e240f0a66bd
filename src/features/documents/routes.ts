import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { authorize } from "#platform/capability/access.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import { splitByCommas } from "#platform/fields/field-kinds.ts";
import { acceptsBody } from "#platform/http/bound-bodies.ts";
import type { Edge } from "#platform/http/edge.ts";
import { formBody } from "#platform/http/json-body.ts";
import { uploadBytes } from "#platform/http/read-upload.ts";
import { serveFile } from "#platform/http/serve-file.ts";
import type { RouteParts, SliceRoutes } from "#platform/http/slice-routes.ts";
import { documentFields } from "./fields.ts";
import { isOwnOrShared } from "./read-documents.ts";
import { previewHeaders, previewPage } from "./render-preview-page.ts";
import { requireOpen } from "./scan-files.ts";
import { type Opened, openLink, passOf, readLinked, type Visitor } from "./sharing/open-link.ts";
import { sharedPage, sharedPageHeaders } from "./sharing/render-shared-page.ts";
import { versionOf } from "./store-version.ts";
import { documents, documentTexts, documentVersions } from "./tables.ts";
import { MAX_FORM_FILE_BYTES, receiveFile } from "./uploads/receive-file.ts";
import { finishParts, MAX_PART_BODY, receivePart } from "./uploads/receive-parts.ts";
import { uploadOf } from "./uploads/store-upload.ts";

/** Of the form that asks for a link's password. */
const MAX_FORM = 4000;

const acceptsFile = acceptsBody(uploadBytes(MAX_FORM_FILE_BYTES), { isUpload: true });

export const documentRoutes: SliceRoutes = (app, parts) => {
  app.post("/files/documents", acceptsFile, (context) => upload(context, parts));
  app.post("/files/documents/:id/versions", acceptsFile, (context) => uploadVersion(context, parts));
  app.get("/files/documents/:id/versions/:versionId", (context) => downloadVersion(context, parts));
  app.get("/files/documents/:id", (context) => download(context, parts));
  app.get("/files/documents/:id/preview", (context) => showPreview(context, parts));
  app.put("/files/uploads/:id", acceptsBody(MAX_PART_BODY, { isUpload: true }), (context) =>
    receivePart(context, parts),
  );
  app.post("/files/uploads/:id", (context) => finishParts(context, parts));
  app.get("/shared/:token", (context) => showShared(context, parts));
  app.post("/shared/:token", acceptsBody(MAX_FORM), (context) => unlockShared(context, parts));
  app.get("/shared/:token/file", (context) => downloadShared(context, parts));
};

/** multipart/form-data with `file` and the fields of a document, lists comma separated; what is empty is not given. */
const upload = (context: Context<Edge>, parts: RouteParts) =>
  receiveFile(context, parts, uploadOf, (typed) => ({ title: "", ...fieldsOf(typed) }));

const fieldsOf = (typed: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(documentFields).flatMap(([name, { kind }]) => {
      const text = typed[name];
      return text ? [[name, kind === "textList" ? splitByCommas(text) : text]] : [];
    }),
  );

/** The same with `file` alone: it takes the place of the document's file, which becomes an earlier version. */
const uploadVersion = (context: Context<Edge>, parts: RouteParts) =>
  receiveFile(context, parts, versionOf, () => ({ id: context.req.param("id") }));

/** A file that a document had before; only its owner reads it. */
async function downloadVersion(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const { actor } = context.var;
  authorize(actor, { access: "user", effect: "read" });
  const ids = z.object({ id: Id, versionId: Id }).safeParse(context.req.param());
  if (!actor || !ids.success) throw notFound(t`Version`);
  const { id, versionId } = ids.data;
  const [file] = await services.database.transaction(actor.userId, "read", (db) =>
    db
      .select({
        key: documentVersions.storageKey,
        fileName: documentVersions.fileName,
        fileType: documentVersions.fileType,
        size: documentVersions.fileSize,
        sha256: documentVersions.sha256,
        scanState: documentVersions.scanState,
        scanFinding: documentVersions.scanFinding,
      })
      .from(documentVersions)
      .innerJoin(documents, eq(documents.id, documentVersions.documentId))
      .where(
        and(
          eq(documentVersions.id, versionId),
          eq(documentVersions.documentId, id),
          eq(documentVersions.userId, actor.userId),
          isNull(documents.deletedAt),
        ),
      ),
  );
  if (!file) throw notFound(t`Version`);
  requireOpen(file);
  return serveFile(context, services.files, file);
}

/** One's own, or one that is shared with the caller. */
async function download(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const { actor } = context.var;
  authorize(actor, { access: "user", effect: "read" });
  const id = Id.safeParse(context.req.param("id"));
  if (!actor || !id.success) throw notFound(t`Document`);
  const [file] = await services.database.transaction(actor.userId, "read", (db) =>
    db
      .select({
        key: documents.storageKey,
        fileName: documents.fileName,
        fileType: documents.fileType,
        size: documents.fileSize,
        sha256: documents.sha256,
        scanState: documents.scanState,
        scanFinding: documents.scanFinding,
      })
      .from(documents)
      .where(and(eq(documents.id, id.data), isNull(documents.deletedAt), isOwnOrShared)),
  );
  if (!file) throw notFound(t`Document`);
  requireOpen(file);
  return serveFile(context, services.files, file);
}

/** The HTML preview of an Office file, for frames of our own pages only. */
async function showPreview(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const { actor, nonce } = context.var;
  authorize(actor, { access: "user", effect: "read" });
  const id = Id.safeParse(context.req.param("id"));
  if (!actor || !id.success) throw notFound(t`Document`);
  const [found] = await services.database.transaction(actor.userId, "read", (db) =>
    db
      .select({
        preview: documentTexts.preview,
        scanState: documents.scanState,
        scanFinding: documents.scanFinding,
      })
      .from(documentTexts)
      .innerJoin(documents, eq(documents.id, documentTexts.documentId))
      .where(and(eq(documents.id, id.data), isNull(documents.deletedAt), isOwnOrShared)),
  );
  if (!found?.preview) throw notFound(t`Preview`);
  requireOpen(found);
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
  const { password = "" } = await formBody(context.req.raw);
  const pass = await passOf(services.database, visitor, password.slice(0, 128));
  if (pass === null) {
    const opened = await openLink(services.database, visitor, "none");
    return answerShared(context, services, opened, t`This password is not right`);
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

const visitorOf = (context: Context<Edge>): Visitor => ({
  token: context.req.param("token")?.replaceAll(/[^\w-]/g, "") ?? "",
  pass: getCookie(context, PASS_COOKIE) ?? "",
  address: context.var.address ?? null,
  userAgent: context.req.header("user-agent") ?? null,
});

async function answerShared(
  context: Context<Edge>,
  { systemSettings, database }: RouteParts["services"],
  opened: Opened,
  problem: string,
): Promise<Response> {
  const { nonce } = context.var;
  const { token } = visitorOf(context);
  const text = opened?.state === "open" ? await readLinked(database, token) : undefined;
  const { appName } = systemSettings.current;
  const page = sharedPage({ appName, opened, text, problem, token, nonce });
  return context.html(page, opened ? 200 : 404, sharedPageHeaders(nonce));
}

async function downloadShared(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const { req } = context;
  const isFullDownload = req.method === "GET" && !req.header("range") && !req.header("if-none-match");
  const opened = await openLink(services.database, visitorOf(context), isFullDownload ? "download" : "none");
  if (!opened) throw new AppError("not_found", t`This link has expired`);
  if (opened.state !== "open") throw new AppError("forbidden", t`This link asks for a password`);
  return serveFile(context, services.files, opened.file);
}
