import type { WebRequest } from "#platform/outbound/web-call.ts";
import type { Model } from "./choose-model.ts";

/** A call that the model asks for; `input` is JSON as it wrote it, unread. */
export type ToolCall = { id: string; name: string; input: string };

export type ModelMessage =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string; calls?: readonly ToolCall[] }
  /** What came of a call. */
  | { role: "tool"; callId: string; content: string };

/** Something that the model may ask to have called; `input` is a JSON schema. */
export type ModelTool = { name: string; description: string; input: object };

export type Piece = Partial<ToolCall> & { index: number };

/** What one event of a streamed answer says; pieces of calls belong together by their index. */
export type StreamPart = {
  text?: string;
  calls?: readonly Piece[];
  isEnd?: boolean;
  /** It has too much to do, and says so in the middle of its answer. */
  isBusy?: boolean;
};

/** `mayCall`: whether it may ask for calls now; the tools of calls made before are told all the same. */
type Tools = { tools: readonly ModelTool[]; mayCall: boolean };

/** How a kind of endpoint is asked, and what its events mean; null: it is no answer. */
export type Protocol = {
  request(model: Model, messages: readonly ModelMessage[], tools: Tools): WebRequest;
  read(event: string): StreamPart | null;
};

/** Tokens of one answer (security.md §6). */
export const MAX_TOKENS_OUT = 4_000;

/** What may stand in a header. */
export const oneLine = (text: string): string => text.replaceAll(/[^\x21-\x7e]/g, "");

export function parsed(event: string): unknown {
  try {
    return JSON.parse(event);
  } catch {
    // Its readers take null for an event that they do not know.
    return null;
  }
}
