import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { t, term } from "#i18n/message.ts";
import { TabList, TabPanel } from "#ui/display/tabs.tsx";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { SkeletonCards } from "#ui/feedback/skeleton.tsx";
import { Grid } from "#ui/layout/stack.tsx";
import { useFailureReport } from "#ui/overlays/use-failure-report.ts";
import { Page } from "#ui/page.tsx";
import { PROVIDERS, type Provider } from "../model.ts";
import { AddressBooks } from "./address-books.tsx";
import { INTEGRATION_LIST, INTEGRATION_STATS, type Integration, type IntegrationStats } from "./api.ts";
import { type IntegrationTab, useIntegrationsAddress } from "./integrations-address.ts";
import styles from "./provider-card.module.css";
import { ProviderCard } from "./provider-card.tsx";
import { ProvidersToSetUp } from "./providers-to-set-up.tsx";
import { SettingsDrawer } from "./settings-drawer.tsx";
import { SetupDialog } from "./setup-dialog.tsx";
import { StatCards } from "./stat-cards.tsx";
import { isUnderWay } from "./sync-status-text.ts";
import { type Connecting, useConnect } from "./use-connect.ts";
import { type Syncing, useSync } from "./use-sync.ts";
import { WebhooksSection } from "./webhooks/webhooks-section.tsx";

const WORDS = {
  title: t`Integration Hub`,
  area: t`Integrations`,
  subtitle: t`Connect your favorite tools and services to streamline your workflow`,
};

const TABS: readonly { value: IntegrationTab; label: string }[] = [
  { value: "all", label: term("All", "all integrations") },
  { value: "email", label: t`Email` },
  { value: "calendar", label: t`Calendar` },
  { value: "messaging", label: t`Messaging` },
  { value: "collaboration", label: t`Collaboration` },
];

/** Polling interval of a running sync's progress; its end is announced. */
const POLL_MS = 3_000;

type IntegrationHubProps = {
  /** What connects without a registration, of all slices; above the providers. */
  Direct: ComponentType<{ kind: IntegrationTab }>;
  isAdmin: boolean;
};

export function IntegrationHub({ Direct, isAdmin }: IntegrationHubProps) {
  const list = useQuery({
    ...INTEGRATION_LIST,
    meta: { failure: t`Failed to fetch integrations` },
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? POLL_MS : false),
  });
  const stats = useQuery(INTEGRATION_STATS);
  useLoggedFailure(stats.error);
  const connecting = useConnect();
  const syncing = useSync();
  const { tab, open, go } = useIntegrationsAddress();
  const items = list.data?.items;
  const opened = items?.find(({ provider, status }) => provider === open && status !== "disconnected");
  const visible = items && inOrder(items).filter(({ type }) => tab === "all" || type === tab);
  return (
    <Page
      {...WORDS}
      stats={<StatCards items={items} stats={stats.data?.items} isError={list.isError} />}
      tabs={<KindTabs tab={tab} onChange={(next) => go({ tab: next })} />}
    >
      {TABS.map(({ value }) => (
        <TabPanel key={value} id="integrations" value={value} isActive={tab === value}>
          <Direct kind={value} />
          <QueryContent
            query={{ data: visible, error: list.error, refetch: list.refetch }}
            failure={t`Your integrations could not be loaded`}
            placeholder={
              <div className={styles.coming}>
                <SkeletonCards count={6} />
              </div>
            }
          >
            {(cards) => (
              <Providers
                {...{ visible: cards, connecting, syncing }}
                isFolded={tab === "all"}
                isAdmin={isAdmin}
                stats={stats.data?.items ?? []}
                onSettings={(provider) => go({ settings: provider })}
              />
            )}
          </QueryContent>
        </TabPanel>
      ))}
      {tab === "all" && <WebhooksSection />}
      {tab === "all" && <AddressBooks />}
      {opened && (
        <SettingsDrawer
          integration={opened}
          connecting={connecting}
          onClose={() => go({ settings: undefined })}
        />
      )}
      {connecting.setup && (
        <SetupDialog {...connecting.setup} isAdmin={isAdmin} onClose={connecting.closeSetup} />
      )}
    </Page>
  );
}

const KindTabs = ({ tab, onChange }: { tab: IntegrationTab; onChange(tab: IntegrationTab): void }) => (
  <TabList id="integrations" label={t`Kinds of integrations`} value={tab} onChange={onChange} tabs={TABS} />
);

type ProviderCardsProps = {
  visible: readonly Integration[];
  stats: readonly IntegrationStats[];
  connecting: Connecting;
  syncing: Syncing;
  onSettings(provider: Provider): void;
};

type ProvidersProps = ProviderCardsProps & { isFolded: boolean; isAdmin: boolean };

/** Those that can be connected; the others are folded where all are listed, because nobody can connect them yet. */
function Providers({ visible, isFolded, isAdmin, ...cards }: ProvidersProps) {
  const isToSetUp = ({ isConfigured, status }: Integration) => !isConfigured && status === "disconnected";
  const [ready, toSetUp] = [visible.filter((each) => !isToSetUp(each)), visible.filter(isToSetUp)];
  return (
    <>
      {ready.length > 0 && <ProviderCards visible={ready} {...cards} />}
      {toSetUp.length > 0 && (
        <ProvidersToSetUp providers={toSetUp} isFolded={isFolded} isAdmin={isAdmin}>
          <ProviderCards visible={toSetUp} {...cards} />
        </ProvidersToSetUp>
      )}
    </>
  );
}

const ProviderCards = ({ visible: items, stats, connecting, syncing, onSettings }: ProviderCardsProps) => (
  <Grid columns="18.5rem" gap={16}>
    {items.map((integration) => (
      <ProviderCard
        key={integration.provider}
        integration={integration}
        stats={stats.find(({ provider }) => provider === integration.provider)}
        connecting={connecting}
        syncing={syncing}
        onSettings={() => onSettings(integration.provider)}
      />
    ))}
  </Grid>
);

/** By kind: mail, calendars, messengers. */
const inOrder = (items: readonly Integration[]) => items.toSorted((a, b) => place(a) - place(b));

const KIND_ORDER = ["email", "calendar", "messaging", "collaboration"];
const place = ({ type, provider }: Integration) =>
  KIND_ORDER.indexOf(type) * PROVIDERS.length + PROVIDERS.indexOf(provider);

/** The specification wants no toast here (INT-27); the cards then show no sync counts. */
function useLoggedFailure(error: Error | null): void {
  useFailureReport(error !== null, () =>
    console.error(t`The statistics of the integrations could not be loaded`, error),
  );
}
