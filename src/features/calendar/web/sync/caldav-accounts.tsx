import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { useState } from "react";
import { formatAgo } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { calendarAccounts } from "../api.ts";
import styles from "../calendars/calendars-dialog.module.css";
import { useActOnCalendars } from "../calendars/use-calendars.ts";

type AccountOnWire = Awaited<ReturnType<typeof calendarAccounts.list.call>>["items"][number];
type Steps = Awaited<ReturnType<typeof calendarAccounts.recheck.call>>["steps"];

/** CalDAV servers: how each answered last, a look at it step by step, and the way out. */
export function CalDavAccounts() {
  const { data, isError } = useQuery({ ...calendarAccounts.list.query({}), retry: false });
  if (isError) return <p className={styles.words}>The connected servers could not be read</p>;
  if (!data || data.items.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Connected servers">
      {data.items.map((account) => (
        <Server key={account.id} account={account} />
      ))}
    </ul>
  );
}

const STEP_WORDS: Record<Steps[number]["step"], string> = {
  name: "Server name resolves",
  connection: "Server responds",
  address: "Address is correct",
  "sign-in": "Sign-in works",
  calendars: "Calendars are visible",
};

function Server({ account }: { account: AccountOnWire }) {
  const { id, name, username, serverUrl, state, lastError, lastSyncedAt } = account;
  const [steps, setSteps] = useState<Steps | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const act = useActOnCalendars();
  const queries = useQueryClient();
  const check = async () => {
    setBusy(true);
    const checked = await act("Failed to check the server", () => calendarAccounts.recheck.call({ id }));
    if (checked) setSteps(checked.steps);
    setBusy(false);
  };
  const disconnect = async () => {
    setBusy(true);
    const gone = await act("Failed to disconnect the server", () => calendarAccounts.delete.call({ id }));
    setBusy(false);
    if (!gone) return;
    toast.success(`'${name}' was disconnected`);
    await queries.invalidateQueries({ queryKey: ["calendarAccounts"] });
  };
  return (
    <li className={styles.server}>
      <div className={styles.row}>
        <div>
          <p className={styles.serverName}>{name}</p>
          <p className={styles.words}>
            {username}, {URL.parse(serverUrl)?.host ?? serverUrl}
            {lastSyncedAt && `, synced ${formatAgo(lastSyncedAt)}`}
          </p>
        </div>
        <Badge tone={state === "ok" ? "good" : "warn"} dot>
          {state === "ok" ? "Synced" : "Not synced"}
        </Badge>
      </div>
      {state !== "ok" && lastError && <p className={styles.words}>{lastError}</p>}
      {steps && (
        <ol className={styles.steps} aria-label="Steps" role="status">
          {steps.map(({ step, isOk, message }) => (
            <li key={step}>
              {isOk ? (
                <Check size={16} strokeWidth={2} className={styles.good} aria-label="Works" />
              ) : (
                <X size={16} strokeWidth={2} className={styles.bad} aria-label="Fails" />
              )}
              <span>{isOk ? STEP_WORDS[step] : message}</span>
            </li>
          ))}
        </ol>
      )}
      {isLeaving && (
        <p className={styles.words} role="alert">
          Its calendars and their events are moved to the trash for 30 days. On the server nothing changes.
        </p>
      )}
      <div className={styles.buttons}>
        {isLeaving ? (
          <>
            <Button variant="default" onClick={() => setLeaving(false)}>
              Stay connected
            </Button>
            <BusyButton color="red" isBusy={isBusy} onClick={() => void disconnect()}>
              Disconnect now
            </BusyButton>
          </>
        ) : (
          <>
            <Button variant="subtle" color="red" onClick={() => setLeaving(true)}>
              Disconnect
            </Button>
            <BusyButton variant="default" isBusy={isBusy} onClick={() => void check()}>
              Check
            </BusyButton>
          </>
        )}
      </div>
    </li>
  );
}
