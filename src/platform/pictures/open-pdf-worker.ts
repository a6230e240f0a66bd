import workerUrl from "./pdf-worker.ts?worker&url";

/** Parses and decodes PDFs outside the page's thread, within limits. */
export const openPdfWorker = () => new Worker(workerUrl, { type: "module" });
