import { t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";
import { papers } from "../api.ts";
import { reportFailure } from "../team-mutations.ts";

export async function attachPaper(decisionId: string, documentId: string): Promise<void> {
  try {
    await papers.attach.call({ decisionId, documentId });
  } catch (error) {
    return reportFailure(t`Failed to attach the paper`, error);
  }
  toast.success(t`Paper attached`, t`Everybody who can see this decision can read it`);
}

export async function detachPaper(decisionId: string, documentId: string): Promise<void> {
  try {
    await papers.detach.call({ decisionId, documentId });
  } catch (error) {
    return reportFailure(t`Failed to detach the paper`, error);
  }
  toast.undo(t`Paper detached`, () => void attachPaper(decisionId, documentId));
}

/** Records that the reader opened the paper, then downloads it. */
export async function openPaper(decisionId: string, documentId: string): Promise<void> {
  try {
    const { href } = await papers.open.call({ decisionId, documentId });
    window.location.assign(href);
  } catch (error) {
    reportFailure(t`Failed to open the paper`, error);
  }
}
