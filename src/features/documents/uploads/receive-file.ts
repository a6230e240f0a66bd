import type { Context } from "hono";
import { t } from "#i18n/message.ts";
import { limitConcurrency } from "#platform/auth/limit-concurrency.ts";
import { authorize } from "#platform/capability/access.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { AppError } from "#platform/capability/errors.ts";
import { contextFor } from "#platform/capability/run-context.ts";
import type { Edge } from "#platform/http/edge.ts";
import { readUpload } from "#platform/http/read-upload.ts";
import { runOverHttp } from "#platform/http/run.ts";
import type { RouteParts } from "#platform/http/slice-routes.ts";
import type { StoredFile } from "#platform/storage/stored-files.ts";
import { MISSING_FILE_OR_TITLE } from "../fields.ts";
import { extensionOf, FILE_TYPES, MAX_FILE_BYTES, type ScanState } from "../model.ts";
import { requireCleanContent } from "../scan-files.ts";
import { cleanFileName } from "./clean-file-name.ts";
import { inspected, notAccepted } from "./inspect-content.ts";
import { requireAcceptedContent } from "./require-accepted-content.ts";
import { checkRoomBeforeUpload } from "./require-room.ts";

type Received = StoredFile & { fileName: string; fileType: string; scanState: ScanState };

/** The capability that stores a row for the bytes; calls `onStored` in its transaction. */
type StoreCapability = (storageKey: string, onStored: () => void) => AnyCapability;

/**
 * Bytes read of a file that is too large, so that the browser receives the refusal. `takesBody` adds the form around
 * it.
 */
export const MAX_FORM_FILE_BYTES = 2 * MAX_FILE_BYTES;

/** Streams an upload to storage, checks it and creates its row; refused bytes are deleted before this returns. */
export async function receiveFile(
  context: Context<Edge>,
  { services, log }: RouteParts,
  storeCapability: StoreCapability,
  inputOf: (fields: Record<string, string>) => object,
): Promise<Response> {
  const { actor, requestId } = context.var;
  authorize(actor, { access: "user", effect: "write" });
  if (!actor) throw new AppError("unauthenticated", t`Please sign in`);
  await services.database.transaction(actor.userId, "read", (db) =>
    checkRoomBeforeUpload(contextFor(services, db, actor, requestId) as SignedIn, 1),
  );
  const { fields, file } = await readUpload(
    context.req.raw,
    MAX_FORM_FILE_BYTES,
    async (name, content): Promise<Received | null> => {
      if (name === "") return null;
      const fileName = cleanFileName(name);
      const extension = extensionOf(fileName);
      if (!extension) throw notAccepted();
      const stored = await services.files.put(inspected(content, extension));
      await requireAcceptedContent(services, actor.userId, stored, extension);
      const scanState = await requireCleanContent(services, stored);
      return { ...stored, fileName, fileType: FILE_TYPES[extension].type, scanState };
    },
  );
  if (!file) throw new AppError("invalid", MISSING_FILE_OR_TITLE, { fields: { file: "is missing" } });
  return storeFile(context, { services, log }, storeCapability, file, inputOf(fields));
}

/**
 * Limits uploads waiting for the quota lock of their person: here they wait without a connection and its time limit.
 */
const storeLimiter = limitConcurrency(2);

/** Runs the capability that creates the row; deletes the bytes if it refuses or if the request was a repeated one. */
export async function storeFile(
  context: Context<Edge>,
  { services, log }: RouteParts,
  storeCapability: StoreCapability,
  file: Received,
  input: object,
): Promise<Response> {
  let isStored = false;
  const store = storeCapability(file.key, () => {
    isStored = true;
  });
  try {
    const { fileName, fileType, size: fileSize, sha256, scanState } = file;
    const known = { ...input, fileName, fileType, fileSize, sha256, scanState };
    const answer = await storeLimiter(() => runOverHttp(services)(context, store, known));
    // A repeated request was given its first answer: these bytes are a second copy.
    if (!isStored) await services.files.remove(file.key);
    return answer;
  } catch (error) {
    // An interrupted commit may have succeeded: then the nightly sweep deletes the bytes if they are unused.
    if (isRefusal(error)) await services.files.remove(file.key);
    else log.warn("The result of an upload is unknown", { error, requestId: context.var.requestId });
    throw error;
  }
}

export const isRefusal = (error: unknown) =>
  error instanceof AppError && ["invalid", "conflict", "not_found", "forbidden"].includes(error.code);
