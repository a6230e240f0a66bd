import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { formatAgo } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconText } from "#ui/layout/icon-text.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { calendarAccounts } from "../api.ts";
import styles from "../calendars/calendars-dialog.module.css";
import { useActOnCalendars } from "../calendars/use-calendars.ts";

type AccountOnWire = Awaited<ReturnType<typeof calendarAccounts.list.call>>["items"][number];
type Steps = Awaited<ReturnType<typeof calendarAccounts.recheck.call>>["steps"];

/** CalDAV servers: the last state of each, a step-by-step check, and disconnect. */
export function CalDavAccounts() {
  const { data, isError } = useQuery({ ...calendarAccounts.list.query({}), retry: false });
  if (isError)
    return (
      <Text tone="soft" size="list">
        {t`The connected servers could not be read`}
      </Text>
    );
  if (!data || data.items.length === 0) return null;
  return (
    <Stack as="ul" gap={8} aria-label={t`Connected servers`}>
      {data.items.map((account) => (
        <Server key={account.id} account={account} />
      ))}
    </Stack>
  );
}

const STEP_WORDS: Record<Steps[number]["step"], string> = {
  name: t`Server name resolves`,
  connection: t`Server responds`,
  address: t`Address is correct`,
  "sign-in": t`Sign-in works`,
  calendars: t`Calendars are visible`,
};

function Server({ account }: { account: AccountOnWire }) {
  const { state, lastError } = account;
  const { steps, isBusy, check, disconnect } = useServerActions(account);
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Stack as="li" gap={8} surface="card" pad={12}>
      <ServerHead account={account} />
      {state !== "ok" && lastError && (
        <Text tone="soft" size="list">
          {lastError}
        </Text>
      )}
      {steps && <CheckedSteps steps={steps} />}
      {isLeaving && (
        <Text tone="soft" size="list" role="alert">
          {t`Its calendars and their events are moved to the trash for 30 days. On the server nothing changes.`}
        </Text>
      )}
      <Row align="stretch" justify="end">
        {isLeaving ? (
          <>
            <Button variant="default" onClick={() => setLeaving(false)}>
              {t`Stay connected`}
            </Button>
            <BusyButton color="red" isBusy={isBusy} onClick={() => void disconnect()}>
              {t`Disconnect now`}
            </BusyButton>
          </>
        ) : (
          <>
            <Button variant="subtle" color="red" onClick={() => setLeaving(true)}>
              {t`Disconnect`}
            </Button>
            <BusyButton variant="default" isBusy={isBusy} onClick={() => void check()}>
              {term("Check", "button: test the connection")}
            </BusyButton>
          </>
        )}
      </Row>
    </Stack>
  );
}

/** `steps` is what the last check found, null before one. */
function useServerActions({ id, name }: AccountOnWire) {
  const [steps, setSteps] = useState<Steps | null>(null);
  const [isBusy, setBusy] = useState(false);
  const act = useActOnCalendars();
  const queries = useQueryClient();
  const check = async () => {
    setBusy(true);
    const checked = await act(t`Failed to check the server`, () => calendarAccounts.recheck.call({ id }));
    if (checked) setSteps(checked.steps);
    setBusy(false);
  };
  const disconnect = async () => {
    setBusy(true);
    const result = await act(t`Failed to disconnect the server`, () => calendarAccounts.delete.call({ id }));
    setBusy(false);
    if (!result) return;
    toast.success(t`'${name}' was disconnected`);
    await queries.invalidateQueries({ queryKey: ["calendarAccounts"] });
  };
  return { steps, isBusy, check, disconnect };
}

const ServerHead = ({
  account: { name, username, serverUrl, state, lastSyncedAt },
}: {
  account: AccountOnWire;
}) => (
  <Row gap={10} className={styles.row}>
    <div>
      <Text weight="medium">{name}</Text>
      <Text tone="soft" size="list">
        {[
          username,
          URL.parse(serverUrl)?.host ?? serverUrl,
          ...(lastSyncedAt ? [t`synced ${formatAgo(lastSyncedAt)}`] : []),
        ].join(", ")}
      </Text>
    </div>
    <Badge tone={state === "ok" ? "good" : "warn"} dot>
      {state === "ok" ? t`Synced` : t`Not synced`}
    </Badge>
  </Row>
);

const CheckedSteps = ({ steps }: { steps: Steps }) => (
  <Stack as="ol" gap={6} aria-label={t`Steps`} role="status">
    {steps.map(({ step, isOk, message }) => (
      <li key={step}>
        <IconText
          icon={isOk ? Check : X}
          iconTone={isOk ? "good" : "bad"}
          iconLabel={isOk ? term("Works", "result of a check") : term("Fails", "result of a check")}
          size="list"
        >
          {isOk ? STEP_WORDS[step] : message}
        </IconText>
      </li>
    ))}
  </Stack>
);
