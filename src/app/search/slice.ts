import type { Slice } from "#platform/capability/slice.ts";
import descriptions from "./descriptions.json" with { type: "json" };
import { search as verbs } from "./search.ts";

export const search: Slice = { name: "search", descriptions, resources: [verbs] };
