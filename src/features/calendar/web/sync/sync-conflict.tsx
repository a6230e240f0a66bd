import { useQuery } from "@tanstack/react-query";
import { GitMerge } from "lucide-react";
import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { toast } from "#ui/overlays/toast.ts";
import type { EventOnWire } from "../../model.ts";
import { events } from "../api.ts";
import { describeDaysAndTimes, titleOf } from "../format-events.ts";
import { eventRecords } from "../records.ts";

/** The event was changed here and on its server: both versions side by side until a person decides. */
export function SyncConflict({ event, onDone }: { event: EventOnWire; onDone(): void }) {
  const { data, isError } = useQuery({ ...events.remoteVersion.query({ id: event.id }), retry: false });
  const [isBusy, setBusy] = useState(false);
  const resolve = async (side: "local" | "remote") => {
    setBusy(true);
    try {
      await events.resolve.call({ id: event.id, keep: side });
      await eventRecords.refresh();
      toast.success(
        side === "local"
          ? t`Your version will be sent to the server`
          : t`The server's version was restored here`,
      );
      onDone();
    } catch (error) {
      toast.failure(
        t`Failed to resolve the conflict`,
        error instanceof Error ? error.message : String(error),
      );
    }
    setBusy(false);
  };
  const remoteVersion = data?.remote ? { ...event, ...data.remote } : null;
  return (
    <Stack as="section" gap={8} surface="warn" pad="12px 14px" size="list" margin="0 0 16px" role="alert">
      <Row as="h3">
        <GitMerge size={18} strokeWidth={1.75} aria-hidden />
        {t`This event was changed here and on the server`}
      </Row>
      <Text as="dl" tone="soft">
        <dt>{term("Here", "the version in this calendar")}</dt>
        <dd>{summaryOf(event)}</dd>
        <dt>{t`On the server`}</dt>
        <dd>
          {isError
            ? t`It could not be read`
            : remoteVersion
              ? summaryOf(remoteVersion)
              : data
                ? t`It was deleted there`
                : "…"}
        </dd>
      </Text>
      <Row wrap>
        <BusyButton variant="default" isBusy={isBusy} onClick={() => void resolve("local")}>
          {t`Keep my version`}
        </BusyButton>
        <BusyButton variant="default" isBusy={isBusy} onClick={() => void resolve("remote")}>
          {t`Use the server's version`}
        </BusyButton>
      </Row>
    </Stack>
  );
}

const summaryOf = (event: EventOnWire) =>
  [titleOf(event), describeDaysAndTimes(event), event.location].filter(Boolean).join(" · ");
