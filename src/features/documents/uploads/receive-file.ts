import type { Context } from "hono";
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

/** The capability that keeps stored bytes; `onKept` hears that they belong to a row, if the transaction commits. */
type StoreCapability = (storageKey: string, onKept: () => void) => AnyCapability;

/** Of a file that is too large so much is read that the answer arrives: for `takesBody` with the form around it. */
export const MAX_FORM_FILE = 2 * MAX_FILE_BYTES;

/** Reads an upload as it arrives, looks into the file, and has it kept; refused bytes are gone when this ends. */
export async function receiveFile(
  context: Context<Edge>,
  { services, log }: RouteParts,
  keep: StoreCapability,
  inputOf: (fields: Record<string, string>) => object,
): Promise<Response> {
  const { actor, requestId } = context.var;
  authorize(actor, { access: "user", effect: "write" });
  if (!actor) throw new AppError("unauthenticated", "Please sign in");
  await services.database.transaction(actor.userId, "read", (db) =>
    checkRoomBeforeUpload(contextFor(services, db, actor, requestId) as SignedIn, 1),
  );
  const { fields, file } = await readUpload(
    context.req.raw,
    MAX_FORM_FILE,
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
  return storeFile(context, { services, log }, keep, file, inputOf(fields));
}

/** Uploads of one person wait for each other in the database: here they wait without a connection, and not against its clock. */
const storeLimiter = limitConcurrency(2);

/** Runs the capability that keeps checked bytes; where it refuses, or has kept the same before, they are gone. */
export async function storeFile(
  context: Context<Edge>,
  { services, log }: RouteParts,
  keep: StoreCapability,
  file: Received,
  input: object,
): Promise<Response> {
  let isKept = false;
  const store = keep(file.key, () => {
    isKept = true;
  });
  try {
    const { fileName, fileType, size: fileSize, sha256, scanState } = file;
    const known = { ...input, fileName, fileType, fileSize, sha256, scanState };
    const answer = await storeLimiter(() => runOverHttp(services)(context, store, known));
    // A repeated request was given its first answer: these bytes are a second copy.
    if (!isKept) await services.files.remove(file.key);
    return answer;
  } catch (error) {
    // Whether a commit that broke off was one is not known here: the nightly sweep looks.
    if (isRefusal(error)) await services.files.remove(file.key);
    else log.warn("the result of an upload is unknown", { error, requestId: context.var.requestId });
    throw error;
  }
}

export const isRefusal = (error: unknown) =>
  error instanceof AppError && ["invalid", "conflict", "not_found", "forbidden"].includes(error.code);
