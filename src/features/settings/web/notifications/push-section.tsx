import { useQuery } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { Badge } from "#ui/display/badge.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { QueryList } from "#ui/lists/query-list.tsx";
import { SettingsRow } from "#ui/lists/settings-row.tsx";
import { pushDevices } from "../api.ts";
import { describeDay } from "../describe-day.ts";
import styles from "../form.module.css";
import { Section } from "../section.tsx";
import { describeBrowser, isHandheld } from "../security/describe-browser.ts";
import { useRemoval } from "../use-removal.ts";
import {
  currentPushEndpoint,
  pushUnavailableReason,
  subscribeToPush,
  unsubscribeFromPush,
} from "./push-subscription.ts";

const LIST = pushDevices.list.query({});
const HERE = { queryKey: ["push", "here"], queryFn: currentPushEndpoint };
type Device = Awaited<ReturnType<typeof pushDevices.list.call>>["items"][number];

/** Browsers that show notifications while no page is open. */
export function PushSection() {
  const list = useQuery(LIST);
  const { data: here } = useQuery(HERE);
  const remove = useDeviceRemoval(here);
  const obstacle = pushUnavailableReason();
  const switching = useSwitchOn();
  const isHere = list.data?.items.some(({ endpoint }) => endpoint === here) ?? false;
  return (
    <Section
      title={t`On your devices`}
      text={t`A device shows notifications also while Adjutant is closed, until it is signed out. Its maker's push service carries them, encrypted for that device alone.`}
      action={
        list.data &&
        !isHere && (
          <Button
            variant="default"
            disabled={obstacle !== null || switching.isPending}
            onClick={() => switching.mutate()}
          >
            {switching.isPending ? t`Switching on...` : t`Switch on here`}
          </Button>
        )
      }
    >
      <QueryList
        query={list}
        failure={t`The list could not be loaded`}
        rows={1}
        empty={
          <p className={`${styles.fields} ${styles.plain}`}>
            {obstacle ?? t`No device shows notifications yet. Switch it on in the browser you are using now.`}
          </p>
        }
      >
        {(device) => (
          <DeviceRow
            key={device.id}
            device={device}
            isHere={device.endpoint === here}
            onRemove={() => remove(device)}
          />
        )}
      </QueryList>
    </Section>
  );
}

function useDeviceRemoval(here: string | null | undefined) {
  const removal = useRemoval(LIST.queryKey);
  return ({ id, endpoint, userAgent }: Device) =>
    removal.mutate({
      act: async () => {
        if (endpoint === here) await unsubscribeFromPush();
        return pushDevices.remove.call({ id });
      },
      isRemoved: (each) => each === id,
      done: t`${describeBrowser(userAgent)} shows no notifications any more`,
      failed: t`The browser was not removed`,
    });
}

function useSwitchOn() {
  return useWrite({
    send: () => subscribeToPush(),
    invalidates: [HERE.queryKey, LIST.queryKey],
    done: t`This browser shows your notifications now`,
    // Also the browser's own reason.
    failed: ({ message }) => [t`Notifications were not switched on`, message],
  });
}

type DeviceRowProps = { device: Device; isHere: boolean; onRemove(): void };

function DeviceRow({ device, isHere, onRemove }: DeviceRowProps) {
  const { userAgent, createdAt, lastSentAt } = device;
  const name = describeBrowser(userAgent);
  return (
    <SettingsRow
      icon={isHandheld(userAgent) ? Smartphone : Monitor}
      name={name}
      badges={
        isHere && (
          <Badge tone="good" dot>
            {t`This browser`}
          </Badge>
        )
      }
      facts={[
        t`Switched on ${describeDay(createdAt)}`,
        lastSentAt && t`Last message ${describeDay(lastSentAt)}`,
      ]}
      actions={
        <Button variant="default" onClick={onRemove} aria-label={t`Remove ${name}`}>
          {t`Remove`}
        </Button>
      }
    />
  );
}
