import type { Exceptions } from "./rule.ts";

/** Queries on owned tables that rightly name no owner, each file reviewed. A new one is a visible line. */
export const OWNER_EXCEPTIONS: Exceptions = {};
