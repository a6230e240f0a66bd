import { Readable } from "node:stream";
import { and, eq } from "drizzle-orm";
import type { Context } from "hono";
import { t } from "#i18n/message.ts";
import { authorize } from "#platform/capability/access.ts";
import { CSV_MARK, csvLine } from "#platform/capability/csv.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { recordAuditEntry } from "#platform/capability/record-audit-entry.ts";
import { Id } from "#platform/capability/wire.ts";
import type { Edge } from "#platform/http/edge.ts";
import type { RouteParts, SliceRoutes } from "#platform/http/slice-routes.ts";
import { readAudit } from "./audit-log.ts";
import { ListAudit } from "./model.ts";
import { backups } from "./tables.ts";

/** `/files/admin/audit.csv` with the filters of the page, and `/files/admin/backups/<id>`. */
export const adminRoutes: SliceRoutes = (app, parts) => {
  app.get("/files/admin/audit.csv", (context) => exportAudit(context, parts));
  app.get("/files/admin/backups/:id", (context) => downloadBackup(context, parts));
};

async function exportAudit(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const { actor, requestId, address } = context.var;
  authorize(actor, { access: "admin", effect: "read", sessionOnly: true });
  const asked = ListAudit.safeParse({ ...context.req.query(), limit: 200 });
  if (!actor || !asked.success) throw new AppError("invalid", t`These filters are not known here`);
  const { database } = services;
  const read = (cursor: string | null) =>
    database.transaction(actor.userId, "read", (db) =>
      readAudit({ db }, { ...asked.data, ...(cursor && { cursor }) }),
    );
  // Read the first page before the response starts, so that a session that has just lost its role is refused properly.
  const first = await read(null);
  await database.transaction(actor.userId, "write", (db) =>
    recordAuditEntry(db, "auditLog.export", { actor, requestId, address }, []),
  );
  async function* lines() {
    yield Buffer.from(CSV_MARK + csvLine(COLUMNS));
    for (let page = first; ; page = await read(page.nextCursor)) {
      yield Buffer.from(page.items.map((row) => csvLine(cellsOf(row))).join(""));
      if (!page.nextCursor) return;
    }
  }
  const day = new Date().toISOString().slice(0, 10);
  return new Response(Readable.toWeb(Readable.from(lines())) as ReadableStream, {
    headers: {
      "cache-control": "private, no-store",
      "content-disposition": `attachment; filename="audit-log-${day}.csv"`,
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "content-type": "text/csv; charset=utf-8",
    },
  });
}

async function downloadBackup(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const { actor, requestId, address } = context.var;
  authorize(actor, { access: "admin", effect: "read", sessionOnly: true });
  const id = Id.safeParse(context.req.param("id"));
  if (!actor || !id.success) throw notFound(t`Backup`);
  const [found] = await services.database.transaction(actor.userId, "write", async (db) => {
    const rows = await db
      .select()
      .from(backups)
      .where(and(eq(backups.id, id.data), eq(backups.state, "ready")));
    if (rows.length > 0)
      await recordAuditEntry(db, "backups.download", { actor, requestId, address }, [id.data]);
    return rows;
  });
  if (!found) throw notFound(t`Backup`);
  return new Response(Readable.toWeb(services.backups.read(found.fileName)) as ReadableStream, {
    headers: {
      "cache-control": "private, no-store",
      "content-disposition": `attachment; filename="${found.fileName}"`,
      "content-length": String(found.size),
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "content-type": "application/x-tar",
    },
  });
}

const COLUMNS = [
  "Time",
  "Who",
  "Email",
  "Account",
  "In the name of them",
  "Way",
  "What",
  "Result",
  "Records",
  "Reason",
  "Address",
  "Request",
];

type Row = Awaited<ReturnType<typeof readAudit>>["items"][number];

const cellsOf = (row: Row): string[] => [
  row.at.toISOString(),
  row.userName ?? "",
  row.userEmail ?? "",
  row.userId ?? "",
  row.impersonator ?? "",
  row.via ?? "",
  row.capability,
  row.outcome,
  row.recordIds.join(" "),
  row.reason ?? "",
  row.address ?? "",
  row.requestId,
];
