import type { Slice } from "#platform/capability/slice.ts";
import { search as verbs } from "./search.ts";

export const search: Slice = { name: "search", resources: [verbs] };
