import { z } from "zod";
import { Id } from "#platform/capability/wire.ts";

/**
 * The text of a document was read or is gone, or somebody else may read it now. `readers`: whom that concerns. The text
 * is untrusted and must not trigger any action by itself.
 */
export const DocumentTextChanged = z.object({ documentId: Id, readers: z.array(Id) });

/** Jobs of other features subscribe to it. */
export const documentTextChanged = { name: "documents.text-changed", payload: DocumentTextChanged };
