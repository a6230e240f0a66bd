import { Phone } from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { Notice } from "#ui/feedback/notice.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { useCurrentUserId } from "../use-current-user-id.ts";
import { requestCall, useIncomingCalls } from "./incoming-calls.ts";

/** Shown in a conversation with a running call: one click joins, or moves the call here from another page. */
export function CallBar({ conversationId }: { conversationId: string }) {
  const me = useCurrentUserId();
  const { running, hereId } = useIncomingCalls();
  const call = running.find((each) => each.conversationId === conversationId);
  const present = call?.callers.filter(({ state }) => state === "joined") ?? [];
  if (!call || call.id === hereId || present.length === 0) return null;
  const isElsewhere = present.some(({ userId }) => userId === me);
  const names = present.map(({ fullName }) => fullName).join(", ");
  return (
    <Notice
      icon={Phone}
      tone="good"
      isStrip
      role="status"
      actions={
        <Button
          size="compact-sm"
          onClick={() => requestCall({ conversationId, name: call.name, kind: call.kind })}
        >
          {isElsewhere ? t`Switch to this window` : term("Join", "button: join a call")}
        </Button>
      }
    >
      {isElsewhere ? t`You are in this call in another window` : t`Ongoing call: ${names}`}
    </Notice>
  );
}
