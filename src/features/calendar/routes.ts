import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Context } from "hono";
import { t } from "#i18n/message.ts";
import { tokenHash } from "#platform/auth/credentials/token.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { invoke } from "#platform/capability/execute.ts";
import { contextFor } from "#platform/capability/run-context.ts";
import { acceptsBody } from "#platform/http/bound-bodies.ts";
import type { Edge } from "#platform/http/edge.ts";
import { readUpload, uploadBytes } from "#platform/http/read-upload.ts";
import { runOverHttp } from "#platform/http/run.ts";
import type { RouteParts, SliceRoutes } from "#platform/http/slice-routes.ts";
import { calendarFiles } from "./calendar-files.ts";
import { decodeICalendar } from "./icalendar/decode-icalendar.ts";
import { exportFile } from "./icalendar/export-icalendar.ts";
import { MAX_FILE_LENGTH } from "./icalendar/import-icalendar.ts";

const takesFile = acceptsBody(uploadBytes(MAX_FILE_LENGTH), { isUpload: true });

export const calendarRoutes: SliceRoutes = (app, parts) => {
  app.post("/files/calendar/preview", takesFile, (context) => upload(context, parts, calendarFiles.preview));
  app.post("/files/calendar/import", takesFile, (context) => upload(context, parts, calendarFiles.import));
  app.get("/files/calendar/export", (context) => download(context, parts));
  app.get("/shared/calendar/:token", (context) => feed(context, parts));
};

/**
 * multipart/form-data with `file`, `calendarId` and, for an import, `newCalendar`: for files too large for a JSON
 * body.
 */
async function upload(
  context: Context<Edge>,
  { services }: RouteParts,
  capability: unknown,
): Promise<Response> {
  if (!context.var.actor) throw new AppError("unauthenticated", t`Please sign in`);
  const { fields, file } = await readUpload(context.req.raw, MAX_FILE_LENGTH, async (_name, content) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    return decodeICalendar(Buffer.concat(chunks));
  });
  if (file === null)
    throw new AppError("invalid", t`Choose a calendar file`, { fields: { file: "is missing" } });
  return runOverHttp(services)(context, capability as AnyCapability, {
    text: file,
    ...(fields.calendarId && { calendarId: fields.calendarId }),
    ...(fields.newCalendar && { newCalendar: fields.newCalendar }),
  });
}

/** `?eventId=`, `?calendarId=` (`built-in` for the built-in one), `?from=&to=`; everything without parameters. */
async function download(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const { actor, requestId, address } = context.var;
  const { eventId, calendarId, from, to } = context.req.query();
  const input = {
    ...(eventId && { eventId }),
    ...(calendarId && { calendarId: calendarId === "built-in" ? null : calendarId }),
    ...(from && { from }),
    ...(to && { to }),
  };
  const request = { actor, requestId, address };
  const written = await invoke(services, calendarFiles.export as AnyCapability, input, request);
  const { fileName, text } = written as { fileName: string; text: string };
  return calendarResponse(text, {
    "content-disposition": `attachment; filename="calendar.ics"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    "cache-control": "private, no-store",
  });
}

/**
 * The feed of a private address, without sign-in; answers conditional requests, because clients poll every few
 * minutes.
 */
async function feed(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const token = (context.req.param("token") ?? "").replace(/\.ics$/, "");
  const { rows } = await services.database.transaction(null, "write", (db) =>
    db.execute<{ user_id: string; calendar_id: string | null; includes_private: boolean }>(
      sql`select * from open_calendar_feed(${tokenHash(token)})`,
    ),
  );
  const [opened] = rows;
  if (!opened) throw notFound(t`Feed`);
  const { text } = await services.database.transaction(opened.user_id, "read", (db) => {
    const actor = {
      userId: opened.user_id,
      email: "",
      fullName: "",
      roles: ["user" as const],
      via: "system" as const,
      scopes: ["read" as const],
      credentialId: null,
    };
    const reader = contextFor(services, db, actor, context.var.requestId) as SignedIn;
    return exportFile(reader, {
      calendarId: opened.calendar_id ?? undefined,
      hidesPrivate: !opened.includes_private,
    });
  });
  const etag = `"${createHash("sha256").update(text).digest("base64url")}"`;
  const headers = { etag, "cache-control": "private, no-cache" };
  if (context.req.header("if-none-match") === etag) return new Response(null, { status: 304, headers });
  return calendarResponse(text, headers);
}

const calendarResponse = (text: string, headers: Record<string, string>) =>
  new Response(text, {
    headers: {
      ...headers,
      "content-type": "text/calendar; charset=utf-8",
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
    },
  });
