import {
  CalendarDays,
  Check,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  type LucideIcon,
  Mail,
  MessageSquare,
  RefreshCw,
  Settings,
  Users,
  X,
} from "lucide-react";
import { t } from "#i18n/message.ts";
import { formatDate } from "#ui/dates.ts";
import { Badge, type Tone } from "#ui/display/badge.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Grid, Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import {
  type IntegrationStatus,
  type IntegrationType,
  NOT_CONFIGURED,
  PROVIDER_TEXTS,
  successRate,
} from "../model.ts";
import type { Integration, IntegrationStats } from "./api.ts";
import styles from "./provider-card.module.css";
import { isUnderWay, syncStatusText } from "./sync-status-text.ts";
import type { Connecting } from "./use-connect.ts";
import type { Syncing } from "./use-sync.ts";

const TYPE_ICONS: Record<IntegrationType, LucideIcon> = {
  email: Mail,
  calendar: CalendarDays,
  messaging: MessageSquare,
  collaboration: Users,
};

const STATUSES: Record<IntegrationStatus, { word: string; tone: Tone; icon: LucideIcon }> = {
  connected: { word: t`Connected`, tone: "good", icon: CircleCheck },
  error: { word: t`Error`, tone: "bad", icon: CircleAlert },
  disconnected: { word: t`Disconnected`, tone: "neutral", icon: CircleDashed },
};

type ProviderCardProps = {
  integration: Integration;
  stats: IntegrationStats | undefined;
  connecting: Connecting;
  syncing: Syncing;
  onSettings(): void;
};

export function ProviderCard({ integration, stats, connecting, syncing, onSettings }: ProviderCardProps) {
  const { provider, status, isConfigured, lastSync } = integration;
  const { name, description, features } = PROVIDER_TEXTS[provider];
  return (
    <Stack as="article" gap={14} pad={16} surface="card" shrink aria-labelledby={`${provider}-name`}>
      <ProviderHead integration={integration} />
      <Text tone="soft" size="list">
        {description}
      </Text>
      <Stack
        as="ul"
        gap={6}
        size="list"
        tone="soft"
        className={styles.features}
        aria-label={t`What ${name} is for`}
      >
        {features.map((feature) => (
          <li key={feature}>
            <Check size={14} strokeWidth={2} aria-hidden />
            {feature}
          </li>
        ))}
      </Stack>
      <SyncNotices integration={integration} />
      <SyncFigures lastSync={lastSync} stats={stats} />
      <Row as="footer" wrap>
        {status === "connected" ? (
          <ConnectedActions {...{ integration, syncing, onSettings }} />
        ) : (
          <ConnectActions {...{ integration, connecting, onSettings }} />
        )}
        {!isConfigured && status !== "connected" && (
          <Text tone="faint" size="label">
            {NOT_CONFIGURED}
          </Text>
        )}
      </Row>
    </Stack>
  );
}

function ProviderHead({ integration: { provider, accountName, status } }: { integration: Integration }) {
  const { name, type } = PROVIDER_TEXTS[provider];
  const Icon = TYPE_ICONS[type];
  return (
    <Row as="header" gap={12} className={styles.header}>
      <span className={styles.icon}>
        <Icon size={18} strokeWidth={1.75} aria-hidden />
      </span>
      <Text as="div" grow>
        <Text id={`${provider}-name`} as="h2" size="section" lineHeight={1.35}>
          {name}
        </Text>
        {accountName && (
          <Text tone="soft" size="list" overflow="break">
            {accountName}
          </Text>
        )}
      </Text>
      <StatusBadge status={status} />
    </Row>
  );
}

/** How far a synchronisation is, when the sign-in ends, and what failed. */
function SyncNotices({ integration }: { integration: Integration }) {
  const { status, lastError, syncState, endsAt } = integration;
  return (
    <>
      {isUnderWay(integration) && (
        <Text tone="soft" size="list" isTabular role="status">
          {syncStatusText(integration)}
        </Text>
      )}
      {syncState === "waiting" && (
        <Text tone="soft" size="list" isTabular>
          {syncStatusText(integration)}
        </Text>
      )}
      {endsAt && status === "connected" && (
        <Text tone="soft" size="list" isTabular>
          {t`Your sign-in expires on ${formatDate(endsAt)}. Connect again in the settings before then.`}
        </Text>
      )}
      {lastError && (
        <Row
          as="p"
          align="stretch"
          pad="8px 10px"
          size="list"
          tone="bad"
          overflow="break"
          surface="bad"
          className={styles.alert}
          role="alert"
        >
          <CircleAlert size={16} strokeWidth={1.75} aria-hidden />
          <span>{lastError}</span>
        </Row>
      )}
    </>
  );
}

type SyncFiguresProps = Pick<Integration, "lastSync"> & { stats: IntegrationStats | undefined };

const SyncFigures = ({ lastSync, stats }: SyncFiguresProps) => (
  <Grid as="dl" columns={2} line="above" margin="auto 0 0" pad="12px 0 0" className={styles.facts}>
    <div>
      <dt>{t`Last sync`}</dt>
      <dd>{lastSync ? formatDate(lastSync) : t`Never`}</dd>
    </div>
    <div>
      <dt>{t`Success rate`}</dt>
      <dd>
        {successRate(stats ? [stats] : [])}
        {!stats && !lastSync && (
          <Text as="span" tone="faint">
            {" "}
            {t`no syncs yet`}
          </Text>
        )}
      </dd>
    </div>
  </Grid>
);

function StatusBadge({ status }: { status: IntegrationStatus }) {
  const { word, tone, icon: Icon } = STATUSES[status];
  return (
    <Badge tone={tone}>
      <Icon size="0.8125rem" strokeWidth={2} aria-hidden />
      {word}
    </Badge>
  );
}

type ConnectedProps = Pick<ProviderCardProps, "integration" | "syncing" | "onSettings">;

function ConnectedActions({ integration, syncing, onSettings }: ConnectedProps) {
  const { provider, syncState } = integration;
  const { name } = PROVIDER_TEXTS[provider];
  const isBusy = syncing.isSyncing(provider) || syncState === "running";
  return (
    <>
      <BusyButton
        variant="default"
        leftSection={
          <RefreshCw
            size={16}
            strokeWidth={1.75}
            className={isBusy ? styles.turning : undefined}
            aria-hidden
          />
        }
        isBusy={isBusy}
        aria-label={isBusy ? undefined : t`Sync ${name}`}
        onClick={() => syncing.sync(provider)}
      >
        {isBusy ? t`Syncing...` : t`Sync`}
      </BusyButton>
      <Button
        variant="default"
        leftSection={<Settings size={16} strokeWidth={1.75} aria-hidden />}
        aria-label={t`Settings of ${name}`}
        onClick={onSettings}
      >
        {t`Settings`}
      </Button>
    </>
  );
}

type ConnectProps = Pick<ProviderCardProps, "integration" | "connecting" | "onSettings">;

/** Without a registration the button explains what is missing, and looks like it. A failed connection keeps its settings button, because disconnecting is there. */
function ConnectActions({ integration, connecting, onSettings }: ConnectProps) {
  const { provider, status, isConfigured } = integration;
  const { name } = PROVIDER_TEXTS[provider];
  const isBusy = connecting.isConnecting(provider);
  return (
    <>
      <BusyButton
        variant={isConfigured ? "filled" : "default"}
        isBusy={isBusy}
        aria-label={isBusy ? undefined : t`Connect ${name}`}
        onClick={() => connecting.connect(integration)}
      >
        {isBusy ? t`Connecting...` : t`Connect`}
      </BusyButton>
      {isBusy && (
        <IconButton
          label={t`Stop waiting for ${name}`}
          icon={X}
          onClick={() => connecting.cancel(provider)}
        />
      )}
      {status === "error" && !isBusy && (
        <Button
          variant="default"
          leftSection={<Settings size={16} strokeWidth={1.75} aria-hidden />}
          aria-label={t`Settings of ${name}`}
          onClick={onSettings}
        >
          {t`Settings`}
        </Button>
      )}
    </>
  );
}
