import type { Context } from "hono";
import { t } from "#i18n/message.ts";
import { authorize } from "#platform/capability/access.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { recordAuditEntry } from "#platform/capability/record-audit-entry.ts";
import { contextFor } from "#platform/capability/run-context.ts";
import { Id } from "#platform/capability/wire.ts";
import type { Edge } from "#platform/http/edge.ts";
import type { RouteParts, SliceRoutes } from "#platform/http/slice-routes.ts";
import { type Evidence, evidenceJson, readEvidence } from "./evidence/read-evidence.ts";
import { logCsv } from "./evidence/write-csv.ts";
import { decisionPdf } from "./pdf/write-pdf.ts";

type Format = { type: string; write(evidence: Evidence, now: Date): string | Promise<Buffer> };

const FORMATS: Readonly<Record<string, Format>> = {
  csv: { type: "text/csv; charset=utf-8", write: ({ entries }) => logCsv(entries) },
  json: { type: "application/json; charset=utf-8", write: evidenceJson },
  pdf: { type: "application/pdf", write: decisionPdf },
};

/** `/files/decisions/<id>/log.csv`, `log.json` and `decision.pdf`, for those who may read the decision. */
export const teamRoutes: SliceRoutes = (app, parts) => {
  app.get("/files/decisions/:id/:name{(log\\.csv|log\\.json|decision\\.pdf)}", (context) =>
    exportDecision(context, parts),
  );
};

/** One export of a person at a time (security.md §6). */
const exporting = new Set<string>();

async function exportDecision(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const { actor, requestId, address } = context.var;
  authorize(actor, { access: "user", effect: "read" });
  const id = Id.safeParse(context.req.param("id"));
  const extension = (context.req.param("name") ?? "").split(".").at(-1) ?? "";
  const format = FORMATS[extension];
  if (!actor || !id.success || !format) throw notFound(t`Decision`);
  if (exporting.has(actor.userId))
    throw new AppError("rate_limited", t`You already have an export running`, { retryAfter: 2 });
  exporting.add(actor.userId);
  try {
    const evidence = await services.database.transaction(actor.userId, "read", (db) =>
      readEvidence(contextFor(services, db, actor, requestId) as SignedIn, id.data),
    );
    const body = await format.write(evidence, new Date());
    await services.database.transaction(actor.userId, "write", (db) =>
      recordAuditEntry(db, "decisions.export", { actor, requestId, address }, [id.data]),
    );
    return new Response(typeof body === "string" ? body : new Uint8Array(body), {
      headers: {
        "cache-control": "private, no-store",
        "content-disposition": `attachment; filename="decision-${id.data}.${extension}"`,
        "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
        "content-type": format.type,
      },
    });
  } finally {
    exporting.delete(actor.userId);
  }
}
