import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Services } from "#platform/capability/services.ts";
import type { StoredFile } from "#platform/storage/stored-files.ts";
import { WorkError, work } from "#platform/workers/work.ts";
import type { Extension } from "../model.ts";
import type { checkContent } from "./check-content.ts";
import { REFUSALS } from "./refuse-content.ts";

const checking = work<typeof checkContent>("documents.checkContent", { seconds: 20, megabytes: 256 });

/** Opens a stored file in a worker before it becomes a document. Where it is refused, its bytes are gone when this throws. */
export async function requireAcceptedContent(
  { workers, files }: Pick<Services, "workers" | "files">,
  userId: string,
  { key, size }: StoredFile,
  extension: Extension,
): Promise<void> {
  if (extension === ".txt") return;
  try {
    const bytes = { size, open: () => files.get(key) };
    const refusal = await workers.run(checking, userId, { extension }, { bytes });
    if (refusal) throw refused(REFUSALS[refusal]);
  } catch (error) {
    await files.remove(key);
    throw error instanceof WorkError ? unchecked(error) : error;
  }
}

const refused = (message: string) =>
  new AppError("invalid", message, { fields: { file: "cannot be taken" } });

const unchecked = ({ reason }: WorkError) =>
  reason === "busy" || reason === "closed"
    ? new AppError("unavailable", t`Too many files are being checked: try again in a moment`, {
        retryAfter: 10,
      })
    : refused(t`The file cannot be opened safely: reading it takes too long or needs too much memory`);
