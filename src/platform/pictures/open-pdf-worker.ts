import workerUrl from "./pdf-worker.ts?worker&url";

/** Reads and decodes what a PDF holds, beside the page and within bounds. */
export const openPdfWorker = () => new Worker(workerUrl, { type: "module" });
