import { Button } from "@mantine/core";
import { Phone } from "lucide-react";
import styles from "./call-bar.module.css";
import { askForCall, useCallDoor } from "./call-door.ts";
import { useMe } from "./use-me.ts";

/** In a conversation whose people talk just now: one press joins, or fetches the call from another page. */
export function CallBar({ conversationId }: { conversationId: string }) {
  const me = useMe();
  const { running, hereId } = useCallDoor();
  const call = running.find((each) => each.conversationId === conversationId);
  const present = call?.callers.filter(({ state }) => state === "joined") ?? [];
  if (!call || call.id === hereId || present.length === 0) return null;
  const isElsewhere = present.some(({ userId }) => userId === me);
  const names = present.map(({ fullName }) => fullName).join(", ");
  return (
    <div className={styles.bar} role="status">
      <Phone size={16} strokeWidth={1.75} aria-hidden />
      <span className={styles.words}>
        {isElsewhere ? "You are in this call on another page" : `Call under way: ${names}`}
      </span>
      <Button
        size="compact-sm"
        onClick={() => askForCall({ conversationId, name: call.name, kind: call.kind })}
      >
        {isElsewhere ? "Move it here" : "Join"}
      </Button>
    </div>
  );
}
