import { createHash, randomBytes } from "node:crypto";

/** 256 random bits that fit into a cookie, a header or a URL (security.md D4). */
export const newToken = () => randomBytes(32).toString("base64url");

/** The stored hash of a token: useless to a reader of the database, because a token is too long to be guessed. */
export const tokenHash = (token: string) => createHash("sha256").update(token).digest("hex");

const API_KEY = /^adj_[\w-]{43}$/;

/** A key for programs; its beginning lets secret scanners recognise it. */
export const newApiKey = () => `adj_${newToken()}`;

export const isApiKey = (text: string) => API_KEY.test(text);
