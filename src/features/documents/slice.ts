import type { Slice } from "#platform/capability/slice.ts";
import { documents as documentVerbs } from "./documents.ts";
import { endDocumentLinks, purgeDocuments, readWaitingDocuments, sweepOrphanedFiles } from "./jobs.ts";
import { readDocument } from "./read-document.ts";
import { documentRoutes } from "./routes.ts";

export const documents: Slice = {
  name: "documents",
  resources: [documentVerbs],
  jobs: [readDocument, readWaitingDocuments, purgeDocuments, endDocumentLinks, sweepOrphanedFiles],
  routes: documentRoutes,
};
