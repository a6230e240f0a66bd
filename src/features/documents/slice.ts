import type { ImportingSlice } from "#features/integrations/public/importer.ts";
import { feedOfEach } from "#platform/capability/slice.ts";
import descriptions from "./descriptions.json" with { type: "json" };
import { documents as documentVerbs } from "./documents.ts";
import {
  endDocumentLinks,
  expireUploads,
  purgeDocuments,
  readWaitingDocuments,
  sweepOrphanedFiles,
} from "./jobs.ts";
import { readDocument } from "./read-document.ts";
import { recognizeDocument } from "./recognize-document.ts";
import { documentRoutes } from "./routes.ts";
import { scanWaitingFiles } from "./scan-files.ts";
import { importNotes, setImportedNotes } from "./uploads/import-notes.ts";
import { uploads } from "./uploads.ts";

export const documents: ImportingSlice = {
  name: "documents",
  descriptions,
  resources: [documentVerbs, uploads],
  feeds: { documents: feedOfEach(documentVerbs.get, documentVerbs.stats) },
  jobs: [
    readDocument,
    recognizeDocument,
    readWaitingDocuments,
    purgeDocuments,
    endDocumentLinks,
    expireUploads,
    sweepOrphanedFiles,
    scanWaitingFiles,
  ],
  routes: documentRoutes,
  imports: { noteImport: { add: importNotes, set: setImportedNotes } },
};
