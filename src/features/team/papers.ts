import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import { attachPaper } from "./attach-paper.ts";
import { lockActiveWorkspace } from "./members/find-membership.ts";
import { Paper } from "./model.ts";
import { decisionPaperReads, decisionPapers as table } from "./tables.ts";
import { announceToWorkspace } from "./team-audience.ts";
import { findDecision } from "./voting/read-decisions.ts";

const OfDecision = z.strictObject({ decisionId: Id });
const OnePaper = OfDecision.extend({ documentId: Id });

export const papers = resource("papers", {
  list: read({
    summary: "List the papers of a decision, and who opened them",
    input: OfDecision,
    output: z.object({ items: z.array(Paper) }),
    access: "user",
    run: async (context, { decisionId }) => {
      await findDecision(context, decisionId);
      return { items: await listPapers(context, decisionId) };
    },
  }),
  attach: write({
    summary:
      "Attach your own document to an open decision, which shares it with everybody who can see the decision",
    input: OnePaper,
    output: OnePaper,
    access: "user",
    invalidates: ["decisions", "documents"],
    run: async (context, { decisionId, documentId }) => {
      const { workspaceId } = await requireOpen(context, decisionId);
      await attachPaper(context, { id: decisionId, workspaceId }, documentId);
      context.undoWith({ capability: "papers.detach", input: { decisionId, documentId } });
      await announcePapers(context, workspaceId, decisionId);
      return { decisionId, documentId };
    },
  }),
  detach: destroy({
    summary: "Remove a paper from an open decision, which stops sharing it there",
    input: OnePaper,
    output: OnePaper,
    access: "user",
    invalidates: ["decisions", "documents"],
    run: async (context, { decisionId, documentId }) => {
      const { workspaceId } = await requireOpen(context, decisionId);
      const [row] = await context.db.delete(table).where(isPaper(decisionId, documentId)).returning();
      if (!row) throw notFound(t`Paper`);
      await announcePapers(context, workspaceId, decisionId);
      return { decisionId, documentId };
    },
  }),
  open: write({
    summary: "Open a paper of a decision: the workspace can see that you opened it; its file is at `href`",
    input: OnePaper,
    output: z.object({ href: z.string() }),
    access: "user",
    run: async (context, { decisionId, documentId }) => {
      const { workspaceId } = await findDecision(context, decisionId);
      const found = await listPapers(context, decisionId);
      const paper = found.find((each) => each.documentId === documentId);
      if (!paper) throw notFound(t`Paper`);
      if (paper.state === "gone") throw new AppError("conflict", t`This paper is no longer shared with you`);
      if (!paper.readers.some(({ userId }) => userId === context.actor.userId)) {
        await context.db
          .insert(decisionPaperReads)
          .values({ decisionId, workspaceId, documentId, userId: context.actor.userId, readAt: context.now });
        await announcePapers(context, workspaceId, decisionId);
      }
      return { href: `/files/documents/${documentId}` };
    },
  }),
});

type Reader = { userId: string; fullName: string; readAt: string };
type PaperRow = Omit<z.output<typeof Paper>, "fileSize" | "attachedAt" | "readers"> & {
  fileSize: string;
  attachedAt: string;
  readers: Reader[];
};

/** Row-level security hides a document that is no longer shared with the reader, so the join finds none. */
async function listPapers({ db }: SignedIn, decisionId: string): Promise<z.output<typeof Paper>[]> {
  // rule: owner-in-query - the document may be another member's; only whether it is still shared is read
  const { rows } = await db.execute<PaperRow>(sql`
    select p.document_id as "documentId", p.title, p.file_name as "fileName", p.file_size as "fileSize", p.sha256,
      p.created_at as "attachedAt", teammate_name(p.attached_by) as "attachedBy",
      case when d.id is null then 'gone' when d.sha256 = p.sha256 then 'same' else 'changed' end as state,
      coalesce((select jsonb_agg(jsonb_build_object('userId', r.user_id,
          'fullName', coalesce(teammate_name(r.user_id), ''), 'readAt', r.read_at) order by r.read_at, r.user_id)
        from decision_paper_reads r where r.decision_id = p.decision_id and r.document_id = p.document_id), '[]') as readers
      from decision_papers p left join documents d on d.id = p.document_id and d.deleted_at is null
     where p.decision_id = ${decisionId} order by p.created_at, p.document_id`);
  return rows.map(({ readers, fileSize, attachedAt, ...paper }) => ({
    ...paper,
    fileSize: Number(fileSize),
    attachedAt: new Date(attachedAt),
    readers: readers.map((reader) => ({ ...reader, readAt: new Date(reader.readAt) })),
  }));
}

async function requireOpen(context: SignedIn, decisionId: string) {
  const { workspaceId } = await findDecision(context, decisionId);
  await lockActiveWorkspace(context, workspaceId);
  const { status } = await findDecision(context, decisionId);
  if (status === "completed")
    throw new AppError("conflict", t`The papers of a completed decision cannot be changed`);
  return { workspaceId };
}

const isPaper = (decisionId: string, documentId: string) =>
  and(eq(table.decisionId, decisionId), eq(table.documentId, documentId));

const announcePapers = (context: SignedIn, workspaceId: string, decisionId: string) =>
  announceToWorkspace(
    context,
    workspaceId,
    { resource: "papers", ids: [decisionId] },
    { resource: "documents" },
    { resource: "decisions", ids: [decisionId] },
  );
