import { X } from "lucide-react";
import { t } from "#i18n/message.ts";
import { formatDate } from "#ui/dates.ts";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { PROVIDER_TEXTS } from "../model.ts";
import type { Integration } from "./api.ts";
import type { Connecting } from "./use-connect.ts";

type ReconnectNoticeProps = { integration: Integration; connecting: Connecting };

/** Asks the user to sign in again, now or before the sign-in expires. */
export function ReconnectNotice({ integration, connecting }: ReconnectNoticeProps) {
  const { provider } = integration;
  const reason = reasonOf(integration);
  if (reason === null) return null;
  const isBusy = connecting.isConnecting(provider);
  return (
    <Row gap={12} justify="space-between" wrap size="list">
      <p>{reason}</p>
      <Row as="span">
        <BusyButton isBusy={isBusy} onClick={() => connecting.connect(integration)}>
          {isBusy ? t`Connecting...` : t`Connect again`}
        </BusyButton>
        {isBusy && (
          <IconButton
            label={t`Stop waiting for ${PROVIDER_TEXTS[provider].name}`}
            icon={X}
            onClick={() => connecting.cancel(provider)}
          />
        )}
      </Row>
    </Row>
  );
}

function reasonOf({ provider, status, syncState, endsAt }: Integration): string | null {
  const { name } = PROVIDER_TEXTS[provider];
  if (status === "error" || syncState === "needs_you")
    return t`${name} is not synced until you sign in again. Imported data stays, and nothing is duplicated.`;
  return endsAt && t`Your sign-in expires on ${formatDate(endsAt)}. Syncing stops then.`;
}
