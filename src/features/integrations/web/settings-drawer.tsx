import { t } from "#i18n/message.ts";
import { formatDate } from "#ui/dates.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Switch } from "#ui/inputs/switch.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Drawer } from "#ui/overlays/drawer.tsx";
import { DATA_KIND_LABELS, type DataKind, PROVIDER_TEXTS } from "../model.ts";
import type { Integration } from "./api.ts";
import { ConnectionCheck } from "./connection-check.tsx";
import styles from "./dialogs.module.css";
import { DisconnectSection } from "./disconnect-section.tsx";
import { ReconnectNotice } from "./reconnect-notice.tsx";
import { SyncHistory } from "./sync-history.tsx";
import { syncStatusText } from "./sync-status-text.ts";
import { useAutoSync } from "./use-auto-sync.ts";
import type { Connecting } from "./use-connect.ts";

type SettingsDrawerProps = { integration: Integration; connecting: Connecting; onClose(): void };

/** What polling Slack cannot detect (providers/slack-messages.ts), as shown to the user. */
const SLACK_LIMIT = t`Slack does not send changes to this server. Edited and deleted messages are noticed for a week, among the newest 1,000 messages of a conversation, and in threads for a day after the last reply. Older messages stay unchanged.`;

/** The account at a provider: its data, sync history, checks, and disconnecting. */
export function SettingsDrawer({ integration, connecting, onClose }: SettingsDrawerProps) {
  const { provider, status } = integration;
  const { name } = PROVIDER_TEXTS[provider];
  const change = useAutoSync();
  return (
    <Drawer isOpen onClose={onClose} title={t`${name} settings`}>
      <Stack gap={20}>
        <AccountSection {...{ integration, connecting }} />
        <SyncSection
          {...{ integration, connecting }}
          onChange={(importOptions) => change({ integration, importOptions })}
        />
        <Switch
          label={t`Auto sync`}
          description={
            integration.hasPush ? t`When ${name} reports a change, and every 30 minutes` : t`Every 30 minutes`
          }
          isOn={integration.autoSync}
          onChange={(autoSync) => change({ integration, autoSync })}
        />
        <ConnectionCheck provider={provider} />
        <SyncHistory provider={provider} canReimport={status === "connected"} />
        <DisconnectSection provider={provider} onDone={onClose} />
      </Stack>
    </Drawer>
  );
}

type SectionProps = Pick<SettingsDrawerProps, "integration" | "connecting">;

function AccountSection({ integration, connecting }: SectionProps) {
  const { status, accountName, connectedAt, scopes } = integration;
  return (
    <Stack as="section" gap={8} aria-label={t`Account`}>
      <Text as="h3" size="body" weight="strong">
        {t`Account`}
      </Text>
      <p>{accountName ?? t`Not known`}</p>
      <p className={styles.soft}>
        {syncStatusText(integration)}
        {status === "connected" && connectedAt && ` ${t`Connected since ${formatDate(connectedAt)}.`}`}
      </p>
      <ReconnectNotice integration={integration} connecting={connecting} />
      {scopes.length > 0 && (
        <details className={styles.soft}>
          <summary>{t`Permissions you granted`}</summary>
          <Stack as="ul" gap={4} overflow="break" margin="6px 0 0">
            {scopes.map((scope) => (
              <li key={scope}>{scope}</li>
            ))}
          </Stack>
        </details>
      )}
    </Stack>
  );
}

type SyncSectionProps = SectionProps & { onChange(importOptions: { [Kind in DataKind]?: boolean }): void };

function SyncSection({ integration, connecting, onChange }: SyncSectionProps) {
  const { provider, dataKinds } = integration;
  const { name } = PROVIDER_TEXTS[provider];
  const missing = dataKinds.filter(({ isOn, isAllowed }) => isOn && !isAllowed).map(({ kind }) => kind);
  return (
    <Stack as="section" gap={8} aria-label={t`What to sync`}>
      <Text as="h3" size="body" weight="strong">
        {t`What to sync`}
      </Text>
      {dataKinds.map(({ kind, isOn }) => (
        <Switch
          key={kind}
          label={DATA_KIND_LABELS[kind].name}
          description={DATA_KIND_LABELS[kind].shownIn}
          isOn={isOn}
          onChange={(isEnabled) => onChange({ [kind]: isEnabled })}
        />
      ))}
      {provider === "slack" && !integration.hasPush && (
        <details className={styles.soft}>
          <summary>{t`Some changes in Slack are not noticed`}</summary>
          <Text margin="6px 0 0">{SLACK_LIMIT}</Text>
        </details>
      )}
      {missing.length > 0 && (
        <Row as="p" gap={12} justify="space-between" wrap size="list">
          <span>
            {t`${name} needs your permission for: ${missing.map((kind) => DATA_KIND_LABELS[kind].within).join(", ")}.`}
          </span>
          <Button
            variant="default"
            disabled={connecting.isConnecting(provider)}
            onClick={() => connecting.connect(integration, missing)}
          >
            {t`Allow`}
          </Button>
        </Row>
      )}
    </Stack>
  );
}
