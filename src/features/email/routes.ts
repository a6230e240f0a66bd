import { Readable } from "node:stream";
import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { t } from "#i18n/message.ts";
import { authorize } from "#platform/capability/access.ts";
import type { Actor } from "#platform/capability/actor.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import { acceptsBody } from "#platform/http/bound-bodies.ts";
import type { Edge } from "#platform/http/edge.ts";
import { jsonBody } from "#platform/http/json-body.ts";
import { readUpload, uploadBytes } from "#platform/http/read-upload.ts";
import { dispositionOf, serveFile } from "#platform/http/serve-file.ts";
import type { RouteParts, SliceRoutes } from "#platform/http/slice-routes.ts";
import { MAX_ATTACHED, MAX_SOURCE } from "./model.ts";
import { fetchAttachment } from "./reading/fetch-attachment.ts";
import { fetchRemoteImage, referencesImage } from "./reading/fetch-remote-image.ts";
import { fetchSource } from "./reading/fetch-source.ts";
import { importMessage } from "./reading/import-message.ts";
import { emails } from "./tables.ts";
import { assistByModel } from "./writing/assist-writing.ts";
import { saveUpload } from "./writing/attach-files.ts";
import { AssistInput } from "./writing-engine.ts";

const takesFile = (bytes: number) => acceptsBody(uploadBytes(bytes), { isUpload: true });

export const emailRoutes: SliceRoutes = (app, parts) => {
  app.post("/files/email/attachments", takesFile(MAX_ATTACHED), (context) => upload(context, parts));
  app.get("/files/email/attachments/:id", (context) => download(context, parts));
  app.post("/files/email/messages", takesFile(MAX_SOURCE), (context) => importUploaded(context, parts));
  app.get("/files/email/:id/source", (context) => showSource(context, parts));
  app.post("/files/email/assist", (context) => streamWriting(context, parts));
  app.get("/files/email/:id/picture", (context) => showPicture(context, parts));
};

/** multipart/form-data with `file`: a file for a message that is being written. Answers as `Attachment`. */
async function upload(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const actor = personOf(context, "write");
  const { file } = await readUpload(context.req.raw, MAX_ATTACHED, async (name, content) => ({
    name,
    stored: await services.files.put(
      limited(content, MAX_ATTACHED, t`A file has ${megabytes(MAX_ATTACHED)} MB at most`),
    ),
  }));
  if (!file) throw new AppError("invalid", t`Choose a file`, { fields: { file: "is missing" } });
  const saved = await services.database.transaction(actor.userId, "write", (db) =>
    saveUpload(db, actor.userId, file.name, file.stored),
  );
  return context.json(saved);
}

const megabytes = (bytes: number) => bytes / 1_000_000;

async function* limited(content: AsyncIterable<Uint8Array>, maxBytes: number, refusal: string) {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > maxBytes) throw new AppError("invalid", refusal);
    yield chunk;
  }
}

/** multipart/form-data with `file`: imports a message (.eml). Returns `{ id, isKnown }`. */
async function importUploaded(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const actor = personOf(context, "write");
  const { file } = await readUpload(context.req.raw, MAX_SOURCE, (_name, content) =>
    services.files.put(limited(content, MAX_SOURCE, t`A message has ${megabytes(MAX_SOURCE)} MB at most`)),
  );
  if (!file) throw new AppError("invalid", t`Choose a file`, { fields: { file: "is missing" } });
  return context.json(await importMessage(services, actor, file));
}

/** The complete message (RFC 5322), to save as .eml; only ever served as text. */
async function showSource(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const actor = personOf(context, "read");
  const id = Id.safeParse(context.req.param("id"));
  if (!id.success) throw notFound(t`Email`);
  const { fileName, content, size } = await fetchSource(services, actor.userId, id.data);
  return new Response(Readable.toWeb(content) as ReadableStream<Uint8Array>, {
    headers: {
      ...(size !== null && { "content-length": String(size) }),
      "content-type": "message/rfc822",
      "content-disposition": dispositionOf(fileName),
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "cache-control": "private, no-cache",
      "x-content-type-options": "nosniff",
    },
  });
}

async function download(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const actor = personOf(context, "read");
  const id = Id.safeParse(context.req.param("id"));
  if (!id.success) throw notFound(t`File`);
  const file = await fetchAttachment(services, actor.userId, id.data);
  if (!file.storageKey) throw notFound(t`File`);
  const { storageKey: key, filename: fileName, contentType: fileType, size } = file;
  return serveFile(context, services.files, { key, fileName, fileType, size, sha256: key });
}

/** `emails.assist` as server-sent events: `text` while the model writes, `end` with the whole answer, or `error`. */
async function streamWriting(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const actor = personOf(context, "read");
  const input = AssistInput.safeParse(await jsonBody(context.req.raw));
  if (!input.success) throw new AppError("invalid", t`This cannot be written`);
  const { outbound, systemSettings, database } = services;
  const inTransaction: SignedIn["inTransaction"] = (mode, run) =>
    database.transaction(actor.userId, mode, run);
  const disconnected = new AbortController();
  return streamSSE(context, async (stream) => {
    stream.onAbort(() => disconnected.abort());
    const sendEvent = (event: string, data: unknown) =>
      stream.writeSSE({ event, data: JSON.stringify(data) });
    try {
      const writing = { actor, outbound, systemSettings, inTransaction };
      const end = await assistByModel(writing, input.data, disconnected.signal, (text) =>
        sendEvent("text", { text }),
      );
      await sendEvent("end", end);
    } catch (error) {
      if (!disconnected.signal.aborted)
        await sendEvent("error", {
          message: error instanceof AppError ? error.message : "AI request failed",
        });
    }
  });
}

/** `?url=` of an image that this email refers to. */
async function showPicture(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const actor = personOf(context, "read");
  const id = Id.safeParse(context.req.param("id"));
  const url = context.req.query("url") ?? "";
  if (!id.success) throw notFound(t`Email`);
  const [email] = await services.database.transaction(actor.userId, "read", (db) =>
    db
      .select({ html: emails.html })
      .from(emails)
      .where(and(eq(emails.id, id.data), eq(emails.userId, actor.userId), isNull(emails.deletedAt))),
  );
  if (!email?.html || !referencesImage(email.html, url)) throw notFound(t`Picture`);
  const { bytes, type } = await fetchRemoteImage(services.outbound, url);
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": type,
      "content-disposition": "attachment",
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "cache-control": "private, max-age=3600",
    },
  });
}

function personOf(context: Context<Edge>, effect: "read" | "write"): Actor {
  const { actor } = context.var;
  authorize(actor, { access: "user", effect });
  if (!actor) throw new AppError("unauthenticated", t`Please sign in`);
  return actor;
}
