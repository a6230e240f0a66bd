import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { PasswordInput } from "#ui/fields/password-input.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { calendarAccounts } from "../api.ts";
import styles from "../calendars/calendars-dialog.module.css";
import { useActOnCalendars } from "../calendars/use-calendars.ts";

const NO_SERVER = { name: "", serverUrl: "", username: "", password: "" };

/** A CalDAV server to connect: its calendars are synced both ways; an error names the step that failed. */
export function useConnectServer(onConnected?: () => void) {
  const [draft, setDraft] = useState(NO_SERVER);
  const [isBusy, setBusy] = useState(false);
  const act = useActOnCalendars();
  const connect = async () => {
    setBusy(true);
    const made = await act(t`Failed to connect the server`, () => calendarAccounts.connect.call(draft));
    setBusy(false);
    if (!made) return;
    setDraft(NO_SERVER);
    toast.success(t`'${draft.name}' is connected`);
    onConnected?.();
  };
  const set = (fields: Partial<typeof NO_SERVER>) => setDraft((before) => ({ ...before, ...fields }));
  return { draft, set, isBusy, connect };
}

export function ServerFields({ server: { draft, set } }: { server: ReturnType<typeof useConnectServer> }) {
  return (
    <>
      <TextInput
        className={styles.wide}
        label={term("Name", "of a server")}
        required
        maxLength={200}
        value={draft.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextInput
        className={styles.wide}
        label={t`Server`}
        placeholder="https://caldav.example.com"
        required
        value={draft.serverUrl}
        onChange={({ target }) => set({ serverUrl: target.value })}
      />
      <TextInput
        className={styles.wide}
        label={t`User name`}
        autoComplete="off"
        required
        value={draft.username}
        onChange={({ target }) => set({ username: target.value })}
      />
      <PasswordInput
        className={styles.wide}
        label={t`Password`}
        value={draft.password}
        onChange={(password) => set({ password })}
      />
    </>
  );
}
