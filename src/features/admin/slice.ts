import type { Slice } from "#platform/capability/slice.ts";
import { system } from "./system.ts";

export const admin: Slice = { name: "admin", resources: [system] };
