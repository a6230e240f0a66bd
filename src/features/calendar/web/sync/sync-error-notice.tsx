import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { toast } from "#ui/overlays/toast.ts";
import type { EventOnWire } from "../../model.ts";
import { events } from "../api.ts";
import { eventRecords } from "../records.ts";

/** The event is only here: its server refused it, for the shown reason. Another change is retried automatically. */
export function SyncErrorNotice({ event, onDone }: { event: EventOnWire; onDone(): void }) {
  const { data } = useQuery({ ...events.remoteVersion.query({ id: event.id }), retry: false });
  const [isBusy, setBusy] = useState(false);
  const reason = data?.error ?? t`The connected calendar rejected it.`;
  const tryAgain = async () => {
    setBusy(true);
    try {
      await events.resolve.call({ id: event.id, keep: "local" });
      await eventRecords.refresh();
      toast.success(t`Sync will be retried`);
      onDone();
    } catch (error) {
      toast.failure(t`Failed to try again`, error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <Stack as="section" gap={8} surface="warn" pad="12px 14px" size="list" margin="0 0 16px" role="alert">
      <Row as="h3">
        <CircleAlert size={18} strokeWidth={1.75} aria-hidden />
        {t`This event is not synced`}
      </Row>
      <Text tone="soft">{t`${reason} Change it, or try again.`}</Text>
      <Row>
        <BusyButton variant="default" isBusy={isBusy} onClick={() => void tryAgain()}>
          {t`Try again`}
        </BusyButton>
      </Row>
    </Stack>
  );
}
