import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { CopyButton } from "#ui/copy-button.tsx";
import { formatDate } from "#ui/dates.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { calendarFeeds } from "./api.ts";
import styles from "./calendars-dialog.module.css";
import { useActOnCalendars } from "./use-calendars.ts";

/** An address at which another program reads all events; it is shown once and can be ended. */
export function PrivateAddress() {
  const { data } = useQuery({ ...calendarFeeds.list.query({}), retry: false });
  const [address, setAddress] = useState("");
  const act = useActOnCalendars();
  const create = async () => {
    const made = await act("Failed to make an address", () =>
      calendarFeeds.create.call({ name: `Made on ${formatDate(new Date())}` }),
    );
    if (made) setAddress(`${location.origin}${made.path}`);
  };
  return (
    <details className={styles.section}>
      <summary>Private address for other programs</summary>
      <div className={styles.form}>
        <p className={styles.words}>Who knows the address reads your events. It is shown this once.</p>
        {address && <code className={styles.address}>{address}</code>}
        {address ? (
          <CopyButton label="Copy the address" text={address} />
        ) : (
          <Button variant="default" onClick={() => void create()}>
            Make an address
          </Button>
        )}
        {(data?.items ?? []).map(({ id, name, lastReadAt }) => (
          <div key={id} className={`${styles.row} ${styles.wide}`}>
            <span className={styles.words}>
              {name}, {lastReadAt ? `last read ${formatDate(lastReadAt)}` : "never read"}
            </span>
            <IconButton
              label={`End the address '${name}'`}
              icon={X}
              onClick={() =>
                void act("Failed to end the address", async () => {
                  await calendarFeeds.delete.call({ id });
                  setAddress("");
                })
              }
            />
          </div>
        ))}
      </div>
    </details>
  );
}
