import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { AppError } from "#platform/capability/errors.ts";
import { invoke } from "#platform/capability/execute.ts";
import type { Services } from "#platform/capability/services.ts";
import type { Asked } from "../mcp-caller.ts";
import type { AgentTool } from "./agent-tools.ts";

/**
 * Runs a tool. What went wrong with its input or its records is a result that the model reads and can act on; only its
 * person sees more of an error of ours than its request id.
 */
export async function callTool(
  services: Services,
  { capability }: AgentTool,
  input: unknown,
  asked: Asked,
): Promise<CallToolResult> {
  try {
    const output = await invoke(services, capability, input, asked);
    return structured(output as Record<string, unknown>);
  } catch (error) {
    if (error instanceof AppError && error.details.approval) return waiting(error);
    if (error instanceof AppError) return refused(error);
    const { requestId } = asked;
    asked.log.error("Unexpected error", { error, requestId, capability: capability.name });
    return failure(`Something went wrong on our side. Nothing was changed. (request ${requestId})`);
  }
}

/** For clients that read structured content, and as text for those that do not. */
const structured = (structuredContent: Record<string, unknown>): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(structuredContent) }],
  structuredContent,
});

/** Neither done nor refused: the agent queries the result later. */
const waiting = ({ message, details }: AppError): CallToolResult =>
  structured({ status: "waiting_for_approval", approval: details.approval, message });

/** Names each field that is wrong, when to try again, and after a conflict the record as it is now. */
function refused({ code, message, details }: AppError): CallToolResult {
  const { fields = {}, retryAfter, current } = details;
  const wrong = Object.entries(fields).map(([field, reason]) => `${field || "input"}: ${reason}`);
  const lines = [
    `${code}: ${wrong.length > 0 ? wrong.join("\n") : message}`,
    ...(retryAfter === undefined ? [] : [`Try again in ${retryAfter} seconds`]),
    ...(current === undefined ? [] : [`The record as it is now: ${JSON.stringify(current)}`]),
  ];
  return failure(lines.join("\n"));
}

const failure = (text: string): CallToolResult => ({ isError: true, content: [{ type: "text", text }] });
