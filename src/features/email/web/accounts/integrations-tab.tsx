import { useQuery } from "@tanstack/react-query";
import { NEVER_SYNCED, PROVIDER_TEXTS, PROVIDERS } from "#features/integrations/model.ts";
import { INTEGRATION_LIST, type Integration } from "#features/integrations/web/api.ts";
import { formatAgo } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { SkeletonCards } from "#ui/feedback/skeleton.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { AccountList } from "./account-list.tsx";
import styles from "./integrations-tab.module.css";
import { useAccounts } from "./use-accounts.ts";

/** Accounts elsewhere, as the e-mail page shows them; the Integration Hub shows more of each. */
export function IntegrationsTab() {
  const { data, isPending } = useQuery(INTEGRATION_LIST);
  const { act, busy } = useAccounts();
  if (isPending) return <SkeletonCards count={6} />;
  return (
    <>
      <ul className={styles.grid}>
        {(data?.items ?? NONE_CONNECTED).map((account) => (
          <li key={account.provider}>
            <AccountCard account={account} busy={busy[account.provider]} {...act} />
          </li>
        ))}
      </ul>
      <AccountList />
    </>
  );
}

/** Also where the list could not be read: all six can be connected (MINT-12, MINT-20). */
const NONE_CONNECTED: readonly Integration[] = PROVIDERS.map((provider) => ({
  ...{ provider, type: PROVIDER_TEXTS[provider].type, status: "disconnected", autoSync: true, cargo: [] },
  ...{ id: null, accountName: null, lastSync: null, lastError: null, createdAt: null, version: 0 },
  ...NEVER_SYNCED,
  isConfigured: true,
}));

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
    <article className={styles.card} aria-label={name}>
      <h3 className={styles.name}>{name}</h3>
      {accountName && <p className={styles.account}>{accountName}</p>}
      <p>
        <Badge tone={isConnected ? "good" : status === "error" ? "bad" : "neutral"} dot plain>
          Status: {status}
        </Badge>
      </p>
      <p className={styles.fact}>Last sync: {lastSync ? formatAgo(lastSync) : "Never"}</p>
      <div className={styles.actions}>
        <BusyButton
          variant={isConnected ? "default" : "filled"}
          isBusy={busy !== undefined}
          onClick={() => connect(account)}
        >
          {busy === "connect" ? "Connecting..." : isConnected ? "Reconnect" : "Connect"}
        </BusyButton>
        <BusyButton
          variant="default"
          disabled={!isConnected}
          isBusy={busy !== undefined}
          onClick={() => sync(account)}
        >
          {busy === "sync" ? "Syncing..." : "Sync"}
        </BusyButton>
      </div>
    </article>
  );
}
