import { useQuery } from "@tanstack/react-query";
import { NEVER_SYNCED, PROVIDER_TEXTS, PROVIDERS } from "#features/integrations/model.ts";
import { INTEGRATION_LIST, type Integration } from "#features/integrations/web/api.ts";
import { t } from "#i18n/message.ts";
import { formatAgo } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { SkeletonCards } from "#ui/feedback/skeleton.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Grid, Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { AccountList } from "./account-list.tsx";
import { useAccounts } from "./use-accounts.ts";

/** Connected accounts, as on the e-mail page; the Integration Hub shows more of each. */
export function IntegrationsTab() {
  const { data, isPending } = useQuery(INTEGRATION_LIST);
  const { act, busy } = useAccounts();
  if (isPending) return <SkeletonCards count={6} least="17rem" />;
  return (
    <>
      <Grid as="ul" columns="17rem" gap={16}>
        {(data?.items ?? NONE_CONNECTED).map((account) => (
          <Grid as="li" columns={1} key={account.provider}>
            <AccountCard account={account} busy={busy[account.provider]} {...act} />
          </Grid>
        ))}
      </Grid>
      <AccountList />
    </>
  );
}

/** Also where the list could not be read: all six can be connected (MINT-12, MINT-20). */
const NONE_CONNECTED: readonly Integration[] = PROVIDERS.map((provider) => ({
  ...{ provider, type: PROVIDER_TEXTS[provider].type, status: "disconnected", autoSync: true, dataKinds: [] },
  ...{ id: null, accountName: null, lastSync: null, lastError: null, createdAt: null, version: 0 },
  ...NEVER_SYNCED,
  isConfigured: true,
}));

const STATUS_WORDS: Record<Integration["status"], string> = {
  connected: t`Status: connected`,
  error: t`Status: error`,
  disconnected: t`Status: disconnected`,
};

type AccountCardProps = {
  account: Integration;
  busy: "connect" | "sync" | undefined;
  connect(account: Integration): void;
  sync(account: Integration): void;
};

function AccountCard({ account, busy, connect, sync }: AccountCardProps) {
  const { provider, accountName, status, lastSync } = account;
  const { name } = PROVIDER_TEXTS[provider];
  const isConnected = status === "connected";
  return (
    <Stack as="article" gap={6} surface="card" pad={16} aria-label={name}>
      <Text as="h3" size="section">
        {name}
      </Text>
      {accountName && (
        <Text tone="soft" overflow="break">
          {accountName}
        </Text>
      )}
      <p>
        <Badge tone={isConnected ? "good" : status === "error" ? "bad" : "neutral"} dot plain>
          {STATUS_WORDS[status]}
        </Badge>
      </p>
      <Text tone="faint" size="list">
        {lastSync ? t`Last sync: ${formatAgo(lastSync)}` : t`Last sync: Never`}
      </Text>
      <Row wrap pad="10px 0px 0px" margin="auto 0 0">
        <BusyButton variant="default" isBusy={busy !== undefined} onClick={() => connect(account)}>
          {busy === "connect" ? t`Connecting...` : isConnected ? t`Reconnect` : t`Connect`}
        </BusyButton>
        <BusyButton
          variant="default"
          disabled={!isConnected}
          isBusy={busy !== undefined}
          onClick={() => sync(account)}
        >
          {busy === "sync" ? t`Syncing...` : t`Sync`}
        </BusyButton>
      </Row>
    </Stack>
  );
}
