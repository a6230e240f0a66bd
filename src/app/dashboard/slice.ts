import type { Slice } from "#platform/capability/slice.ts";
import { removeFiles } from "#platform/storage/remove-files.ts";
import { dashboard as figuresAndSample } from "./dashboard.ts";

export const dashboard: Slice = { name: "dashboard", resources: [figuresAndSample], jobs: [removeFiles] };
