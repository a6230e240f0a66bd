import { useQuery } from "@tanstack/react-query";
import { GitMerge } from "lucide-react";
import { useState } from "react";
import { BusyButton } from "#ui/busy-button.tsx";
import { toast } from "#ui/toast.ts";
import type { EventOnWire } from "../model.ts";
import { events } from "./api.ts";
import styles from "./event-dialog.module.css";
import { eventRecords } from "./records.ts";
import { describeDaysAndTimes, titleOf } from "./wording.ts";

/** The event was changed here and on its server: both versions side by side until a person decides. */
export function ConflictChoice({ event, onDone }: { event: EventOnWire; onDone(): void }) {
  const { data, isError } = useQuery({ ...events.theirs.query({ id: event.id }), retry: false });
  const [isBusy, setBusy] = useState(false);
  const keep = async (side: "mine" | "theirs") => {
    setBusy(true);
    try {
      await events.resolve.call({ id: event.id, keep: side });
      await eventRecords.refresh();
      toast.success(side === "mine" ? "Your version goes to the server" : "The server's version is here now");
      onDone();
    } catch (error) {
      toast.failure("Failed to decide", error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  const theirs = data?.theirs ? { ...event, ...data.theirs } : null;
  return (
    <section className={styles.notice} role="alert">
      <h3 className={styles.noticeTitle}>
        <GitMerge size={18} strokeWidth={1.75} aria-hidden />
        This event was changed here and on its server
      </h3>
      <dl className={styles.noticeWords}>
        <dt>Here</dt>
        <dd>{summaryOf(event)}</dd>
        <dt>On the server</dt>
        <dd>
          {isError
            ? "It could not be read"
            : theirs
              ? summaryOf(theirs)
              : data
                ? "It was deleted there"
                : "…"}
        </dd>
      </dl>
      <BusyButton variant="default" isBusy={isBusy} onClick={() => void keep("mine")}>
        Keep mine
      </BusyButton>{" "}
      <BusyButton variant="default" isBusy={isBusy} onClick={() => void keep("theirs")}>
        Take the server's
      </BusyButton>
    </section>
  );
}

const summaryOf = (event: EventOnWire) =>
  [titleOf(event), describeDaysAndTimes(event), event.location].filter(Boolean).join(" · ");
