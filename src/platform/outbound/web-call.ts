export type WebRequest = {
  url: string;
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | "PROPFIND" | "REPORT";
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** More than these bytes are not taken; 1 MB where nothing is said. */
  maxBytes?: number;
  /** 10 s where nothing is said. */
  wholeMs?: number;
};
