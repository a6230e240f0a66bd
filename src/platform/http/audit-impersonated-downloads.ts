import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { recordAuditEntry } from "#platform/capability/record-audit-entry.ts";
import type { Services } from "#platform/capability/services.ts";
import { Id } from "#platform/capability/wire.ts";
import type { Edge } from "./edge.ts";

/**
 * Writes an audit row for every file downloaded during impersonation, as `invoke` does for capabilities (security.md
 * D38). If that fails, nothing is sent. `files.email.source` is `/files/email/:id/source`.
 */
export const auditImpersonatedDownloads =
  ({ database }: Pick<Services, "database">): MiddlewareHandler<Edge> =>
  async (context, next) => {
    await next();
    const { actor, requestId, address } = context.var;
    if (!actor?.impersonatedBy || !context.res.ok) return;
    const steps = routePath(context, -1)
      .split("/")
      .filter((step) => step !== "" && !step.startsWith(":"));
    const ids = context.req.path.split("/").filter((step) => Id.safeParse(step).success);
    await database.transaction(actor.userId, "write", (db) =>
      recordAuditEntry(db, steps.join("."), { actor, requestId, address }, ids),
    );
  };
