import "./bound-decoding-here.ts";
import "pdfjs-dist/build/pdf.worker.min.mjs";
