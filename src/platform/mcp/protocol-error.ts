import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";

/** `uri` was asked for and is not there (MCP 2025-11-25, Resources, Error Handling). */
export const RESOURCE_NOT_FOUND = -32002;

/** An error of JSON-RPC with its plain message; the library's own class puts its name and code before it. */
export class ProtocolError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(
    message: string,
    { code = ErrorCode.InvalidParams as number, data = undefined as unknown } = {},
  ) {
    super(message);
    this.name = "ProtocolError";
    this.code = code;
    this.data = data;
  }
}
