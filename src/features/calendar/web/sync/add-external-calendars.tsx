import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { calendars } from "../api.ts";
import styles from "../calendars/calendars-dialog.module.css";
import { useActOnCalendars } from "../calendars/use-calendars.ts";
import { ServerFields, useConnectServer } from "./connect-server.tsx";

/** A public feed is read every hour and is read-only here. */
export function SubscribeToFeed() {
  const [draft, setDraft] = useState({ name: "", url: "" });
  const [isBusy, setBusy] = useState(false);
  const act = useActOnCalendars();
  const subscribe = async () => {
    setBusy(true);
    const made = await act(t`Failed to subscribe`, () => calendars.subscribe.call(draft));
    setBusy(false);
    if (!made) return;
    setDraft({ name: "", url: "" });
    toast.success(t`Subscribed to '${made.name}'`);
  };
  return (
    <details className={styles.section}>
      <summary>{t`Subscribe to an address`}</summary>
      <Stack
        as="form"
        pad="12px 0 0"
        gap={12}
        align="start"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void subscribe();
        }}
      >
        <TextInput
          className={styles.wide}
          label={term("Name", "of a calendar")}
          required
          maxLength={200}
          value={draft.name}
          onChange={({ target }) => setDraft({ ...draft, name: target.value })}
        />
        <TextInput
          className={styles.wide}
          label={term("Address", "of a file on the web")}
          placeholder="https://example.com/holidays.ics"
          required
          maxLength={2000}
          value={draft.url}
          onChange={({ target }) => setDraft({ ...draft, url: target.value })}
        />
        <BusyButton type="submit" isBusy={isBusy}>
          {term("Subscribe", "button: add a calendar from an address")}
        </BusyButton>
      </Stack>
    </details>
  );
}

/** Its calendars are synced both ways; an error names the step that failed. */
export function ConnectServer() {
  const server = useConnectServer();
  return (
    <details className={styles.section}>
      <summary>{t`Connect a CalDAV server`}</summary>
      <Stack
        as="form"
        pad="12px 0 0"
        gap={12}
        align="start"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void server.connect();
        }}
      >
        <ServerFields server={server} />
        <BusyButton type="submit" isBusy={server.isBusy}>
          {t`Connect`}
        </BusyButton>
      </Stack>
    </details>
  );
}
