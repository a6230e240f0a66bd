import type { WebRequest } from "#platform/outbound/web-call.ts";
import type { Model } from "./choose-model.ts";

/** A tool call that the model requests; `input` is its JSON, not parsed. */
export type ToolCall = { id: string; name: string; input: string };

export type ModelMessage =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string; calls?: readonly ToolCall[] }
  /** The result of a tool call. */
  | { role: "tool"; callId: string; content: string };

/** A tool that the model may call; `input` is a JSON schema. */
export type ModelTool = { name: string; description: string; input: object };

export type ToolCallPart = Partial<ToolCall> & { index: number };

/** The content of one event of a streamed answer; pieces of calls belong together by their index. */
export type StreamPart = {
  text?: string;
  calls?: readonly ToolCallPart[];
  isEnd?: boolean;
  /** The model reports overload in the middle of its answer. */
  isBusy?: boolean;
  /** It stopped at its limit of tokens: the text, and the call that was being written, are not whole. */
  isCut?: boolean;
};

/** `mayCall`: whether it may request calls now; the tools of earlier calls are declared in any case. */
type Tools = { tools: readonly ModelTool[]; mayCall: boolean };

/** Builds an endpoint's requests and reads its events; null: not a valid event. */
export type Protocol = {
  request(model: Model, messages: readonly ModelMessage[], tools: Tools): WebRequest;
  read(event: string): StreamPart | null;
};

/** Tokens of one answer (security.md §6). */
export const MAX_TOKENS_OUT = 4_000;

/** Removes characters that are not allowed in a header. */
export const oneLine = (text: string): string => text.replaceAll(/[^\x21-\x7e]/g, "");

export function parsed(event: string): unknown {
  try {
    return JSON.parse(event);
  } catch {
    // Callers treat null as an unknown event.
    return null;
  }
}
