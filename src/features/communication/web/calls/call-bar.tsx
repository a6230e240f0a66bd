import { Button } from "@mantine/core";
import { Phone } from "lucide-react";
import { useCurrentUserId } from "../use-current-user-id.ts";
import styles from "./call-bar.module.css";
import { requestCall, useIncomingCalls } from "./incoming-calls.ts";

/** In a conversation whose people talk just now: one press joins, or fetches the call from another page. */
export function CallBar({ conversationId }: { conversationId: string }) {
  const me = useCurrentUserId();
  const { running, hereId } = useIncomingCalls();
  const call = running.find((each) => each.conversationId === conversationId);
  const present = call?.callers.filter(({ state }) => state === "joined") ?? [];
  if (!call || call.id === hereId || present.length === 0) return null;
  const isElsewhere = present.some(({ userId }) => userId === me);
  const names = present.map(({ fullName }) => fullName).join(", ");
  return (
    <div className={styles.bar} role="status">
      <Phone size={16} strokeWidth={1.75} aria-hidden />
      <span className={styles.words}>
        {isElsewhere ? "You are in this call in another window" : `Ongoing call: ${names}`}
      </span>
      <Button
        size="compact-sm"
        onClick={() => requestCall({ conversationId, name: call.name, kind: call.kind })}
      >
        {isElsewhere ? "Switch to this window" : "Join"}
      </Button>
    </div>
  );
}
