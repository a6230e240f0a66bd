import type { Slice } from "#platform/capability/slice.ts";
import { documents as documentVerbs } from "./documents.ts";
import { endDocumentLinks, purgeDocuments, sweepOrphanedFiles } from "./jobs.ts";
import { documentRoutes } from "./routes.ts";

export const documents: Slice = {
  name: "documents",
  resources: [documentVerbs],
  jobs: [purgeDocuments, endDocumentLinks, sweepOrphanedFiles],
  routes: documentRoutes,
};
