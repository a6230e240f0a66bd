import { t } from "#i18n/message.ts";
import type { CallOnWire } from "../../call-model.ts";

/** The message after a call; empty if the user knows the reason. */
export function describeCallEnd({ endReason, startedBy, name, isGroup }: CallOnWire, me: string): string {
  const isMine = startedBy === me;
  switch (endReason) {
    case "declined":
      return isMine ? (isGroup ? t`Everyone declined` : t`${name} declined`) : "";
    case "busy":
      if (!isMine) return "";
      return isGroup
        ? t`Everybody is in another call. They will see the missed call.`
        : t`${name} is in another call. They will see the missed call.`;
    case "missed":
      if (!isMine) return "";
      return isGroup
        ? t`Nobody answered. They will see the missed call.`
        : t`${name} did not answer. They will see the missed call.`;
    case "lost":
      return t`The connection was lost`;
    default:
      return t`The call has ended`;
  }
}

/** '3:07', '1:02:07'. */
export function describeDuration(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(total / 60) % 60, total % 60].map((part) => String(part).padStart(2, "0"));
  const hours = Math.floor(total / 3600);
  return hours > 0 ? `${hours}:${parts.join(":")}` : parts.join(":").replace(/^0/, "");
}

/** What the server wrote about a call, with who missed it unless it was `from` nobody else. */
export function describeCall(content: string, from?: string): string {
  if (from && content === "Missed video call") return t`Missed video call from ${from}`;
  if (from && content === "Missed audio call") return t`Missed audio call from ${from}`;
  const [, kind, rest = ""] = /^(Video|Audio) call, (\d[\dhmins ]{0,20})$/.exec(content) ?? [];
  if (!kind) return RECORDS.get(content) ?? content;
  return kind === "Video" ? t`Video call, ${rest}` : t`Audio call, ${rest}`;
}

export const isMissedCall = (content: string): boolean => /^Missed (video|audio) call$/.test(content);

/** The same as its caller reads it: who called has not missed it. */
export function wordsForCaller(content: string): string {
  if (content === "Missed video call") return t`Video call, no answer`;
  return content === "Missed audio call" ? t`Audio call, no answer` : describeCall(content);
}

/** How the server writes them (functions/calls.sql). */
const RECORDS = new Map([
  ["Missed video call", t`Missed video call`],
  ["Missed audio call", t`Missed audio call`],
  ["Video call, declined", t`Video call, declined`],
  ["Audio call, declined", t`Audio call, declined`],
]);
