import { z } from "zod";
import { Id } from "#platform/capability/wire.ts";
import { MAX_BULK } from "../model.ts";

const ids = z.array(Id).min(1).max(MAX_BULK);
export const many = z.strictObject({ ids });
/** With `threads` their whole conversations, as far as they were received. */
export const manyOrThreads = many.extend({ threads: z.boolean().default(false) });
/** Those that it was done to. */
export const some = z.object({ ids: z.array(Id) });
