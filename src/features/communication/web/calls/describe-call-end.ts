import { t } from "#i18n/message.ts";
import type { CallOnWire } from "../../call-model.ts";

/** The message after a call; empty if the user knows the reason. */
export function describeCallEnd({ endReason, startedBy, name, isGroup }: CallOnWire, me: string): string {
  const isMine = startedBy === me;
  switch (endReason) {
    case "declined":
      return isMine ? (isGroup ? t`Everyone declined` : t`${name} declined`) : "";
    case "busy":
      return isMine
        ? `${isGroup ? "Everybody" : name} is in another call. They will see the missed call.`
        : "";
    case "missed":
      return isMine
        ? `${isGroup ? "Nobody" : name} ${isGroup ? "answered" : "did not answer"}. They will see the missed call.`
        : "";
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

/** The record of a call as its caller reads it: who called has not missed it. */
export const wordsForCaller = (content: string): string => {
  const [, kind = ""] = /^Missed (video|audio) call$/.exec(content) ?? [];
  return kind ? `${kind === "video" ? "Video" : "Audio"} call, no answer` : content;
};
