import { and, eq } from "drizzle-orm";
import type { Context } from "hono";
import { t } from "#i18n/message.ts";
import { authorize } from "#platform/capability/access.ts";
import { notFound } from "#platform/capability/errors.ts";
import { recordAuditEntry } from "#platform/capability/record-audit-entry.ts";
import { Id } from "#platform/capability/wire.ts";
import type { Edge } from "#platform/http/edge.ts";
import { serveFile } from "#platform/http/serve-file.ts";
import type { RouteParts, SliceRoutes } from "#platform/http/slice-routes.ts";
import { dataExports } from "./tables.ts";

/** `/files/data-exports/<id>`: a ready archive, for its owner only. */
export const dataRightsRoutes: SliceRoutes = (app, parts) => {
  app.get("/files/data-exports/:id", (context) => download(context, parts));
};

async function download(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const { actor, requestId, address } = context.var;
  authorize(actor, { access: "user", effect: "read", sessionOnly: true });
  const id = Id.safeParse(context.req.param("id"));
  if (!actor || !id.success) throw notFound(t`Archive`);
  const [found] = await services.database.transaction(actor.userId, "write", async (db) => {
    const rows = await db
      .select()
      .from(dataExports)
      .where(
        and(
          eq(dataExports.userId, actor.userId),
          eq(dataExports.id, id.data),
          eq(dataExports.state, "ready"),
        ),
      );
    if (rows.length > 0)
      await recordAuditEntry(db, "dataExports.download", { actor, requestId, address }, [id.data]);
    return rows;
  });
  if (!found?.storageKey || !found.sha256) throw notFound(t`Archive`);
  return serveFile(context, services.files, {
    key: found.storageKey,
    fileName: `my-data-${found.createdAt.toISOString().slice(0, 10)}.zip`,
    fileType: "application/zip",
    size: found.size ?? 0,
    sha256: found.sha256,
  });
}
