export type WebRequest = {
  url: string;
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | "PROPFIND" | "REPORT";
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Maximum bytes of the body; 1 MB by default. */
  maxBytes?: number;
  /** Time limit of the whole call in milliseconds; 10 s by default. */
  timeoutMs?: number;
};
