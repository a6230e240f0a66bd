import { useQuery } from "@tanstack/react-query";
import { BookUser, CalendarDays, type LucideIcon, Mail, Rss, Webhook } from "lucide-react";
import { type ComponentType, type FC, type ReactNode, useState } from "react";
import { cardAccounts, incomingWebhooks, webhooks } from "#features/integrations/web/api.ts";
import type { IntegrationTab } from "#features/integrations/web/integrations-address.ts";
import { plural, t } from "#i18n/message.ts";
import { resourceClient } from "#platform/client/resource-client.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { formatAgo } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { laterDialog } from "#ui/later-part.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { SettingsRow } from "#ui/lists/settings-row.tsx";

// Clients of their own: those of the slices would make the chunks of their pages part of this one.
const mailAccounts =
  resourceClient<typeof import("#features/email/mail-accounts.ts").mailAccounts>("mailAccounts");
const calendarAccounts =
  resourceClient<typeof import("#features/calendar/calendar-accounts.ts").calendarAccounts>(
    "calendarAccounts",
  );
const newsFeeds = resourceClient<typeof import("#features/daily-ops/news-feeds.ts").newsFeeds>("newsFeeds");

const AccountDialog = laterDialog(
  async () => (await import("#features/email/web/accounts/account-dialog.tsx")).AccountDialog,
);
const CalendarsDialog = laterDialog(
  async () =>
    (await import("#features/calendar/web/sync/connect-calendars-dialog.tsx")).ConnectCalendarsDialog,
);
const CardsDialog = laterDialog(
  async () => (await import("#features/integrations/web/connect-cards-dialog.tsx")).ConnectCardsDialog,
);
const SourcesDialog = laterDialog(
  async () => (await import("#features/daily-ops/web/news/news-sources-dialog.tsx")).NewsSourcesDialog,
);
const WebhookDialog = laterDialog(async () => {
  const { NewWebhookDialog } = await import("#features/integrations/web/webhooks/new-webhook-dialog.tsx");
  return ({ onClose }: { onClose(): void }) => <NewWebhookDialog direction="out" onClose={onClose} />;
});

/** Connections by address and password, or by an address alone: nobody has to register this instance for them. */
export function DirectConnections({ kind }: { kind: IntegrationTab }) {
  useFetchAfterPage(AccountDialog, CalendarsDialog, CardsDialog, SourcesDialog, WebhookDialog);
  const rows = ROWS.filter(({ kinds }) => kinds.includes(kind));
  if (rows.length === 0) return null;
  return (
    <Stack as="section" gap={12} margin="0 0 24px" aria-label={t`Without registration`}>
      <div>
        <Text as="h2" size="section" weight="strong">
          {t`Ready to use`}
        </Text>
        <Text tone="soft" size="list">
          {t`These work with any provider, without a registration by an administrator.`}
        </Text>
      </div>
      <Box as="ul" surface="card">
        {rows.map(({ name, Row }) => (
          <Row key={name} />
        ))}
      </Box>
    </Stack>
  );
}

/** When one of several was synced last; the problem of one of them is shown instead. */
type Connected = { syncedAt: string | null; problem: string | null };

type DirectRowProps = {
  icon: LucideIcon;
  name: string;
  description: string;
  /** Undefined while loading. */
  connected: readonly Connected[] | undefined;
  isError: boolean;
  counted(count: number): string;
  lastUse: LastUse;
  action: string;
  dialog: ComponentType<{ onClose(): void }>;
};

function DirectRow(props: DirectRowProps) {
  const { icon, name, description, connected, isError, counted, lastUse, action, dialog: Opened } = props;
  const [isOpen, setOpen] = useState(false);
  const problem = connected?.find((each) => each.problem)?.problem;
  return (
    <SettingsRow
      icon={icon}
      name={name}
      badges={connected && connected.length > 0 && <StateBadge hasProblem={problem !== undefined} />}
      description={description}
      facts={
        connected
          ? [counted(connected.length), problem ?? lastSync(connected, lastUse)]
          : [isError ? t`The state could not be loaded` : t`Loading...`]
      }
      actions={
        <Button variant="default" aria-label={`${action}: ${name}`} onClick={() => setOpen(true)}>
          {action}
        </Button>
      }
    >
      {isOpen && <Opened onClose={() => setOpen(false)} />}
    </SettingsRow>
  );
}

const StateBadge = ({ hasProblem }: { hasProblem: boolean }): ReactNode => (
  <Badge tone={hasProblem ? "bad" : "good"} dot>
    {hasProblem ? t`Action needed` : t`Connected`}
  </Badge>
);

/** What is said of the last use of a connection, and of one that was never used. */
type LastUse = { at(ago: string): string; never: string };

const SYNCED: LastUse = { at: (ago) => t`Synced ${ago}`, never: t`Not synced yet` };

const servers = (count: number) =>
  count === 0 ? t`No servers yet` : plural(count, { one: `${count} server`, other: `${count} servers` });

function lastSync(connected: readonly Connected[], { at, never }: LastUse): string | false {
  if (connected.length === 0) return false;
  const latest = connected
    .flatMap(({ syncedAt }) => syncedAt ?? [])
    .toSorted()
    .at(-1);
  return latest ? at(formatAgo(latest)) : never;
}

function MailRow() {
  const { data, isError } = useQuery(mailAccounts.list.query({}));
  return (
    <DirectRow
      icon={Mail}
      name={t`Any mail account (IMAP)`}
      description={t`Receive and send with any mailbox`}
      connected={data?.items.map(({ syncedAt, state, reason }) => ({
        syncedAt,
        problem: state === "needs_you" ? (reason ?? t`Needs you`) : null,
      }))}
      counted={(count) =>
        count === 0
          ? t`No accounts yet`
          : plural(count, { one: `${count} account`, other: `${count} accounts` })
      }
      {...{ isError, lastUse: SYNCED, action: t`Add account`, dialog: AccountDialog }}
    />
  );
}

function CalendarRow() {
  const { data, isError } = useQuery(calendarAccounts.list.query({}));
  return (
    <DirectRow
      icon={CalendarDays}
      name={t`Any calendar (CalDAV)`}
      description={t`Sync calendars of a server, in both directions`}
      connected={data?.items.map(serverState)}
      {...{ isError, counted: servers, lastUse: SYNCED, action: t`Connect`, dialog: CalendarsDialog }}
    />
  );
}

function CardsRow() {
  const { data, isError } = useQuery(cardAccounts.list.query({}));
  return (
    <DirectRow
      icon={BookUser}
      name={t`Contacts (CardDAV)`}
      description={t`Sync address books of a server, in both directions`}
      connected={data?.items.map(serverState)}
      {...{ isError, counted: servers, lastUse: SYNCED, action: t`Connect`, dialog: CardsDialog }}
    />
  );
}

const serverState = ({
  lastSyncedAt,
  lastError,
}: {
  lastSyncedAt: string | null;
  lastError: string | null;
}) => ({
  syncedAt: lastSyncedAt,
  problem: lastError,
});

function FeedsRow() {
  const { data, isError } = useQuery(newsFeeds.list.query({}));
  return (
    <DirectRow
      icon={Rss}
      name={t`News feeds`}
      description={t`RSS, Atom and JSON feeds for your briefing`}
      connected={data?.items.map(({ lastReadAt, lastError }) => ({
        syncedAt: lastReadAt,
        problem: lastError,
      }))}
      counted={(count) =>
        count === 0 ? t`No feeds yet` : plural(count, { one: `${count} feed`, other: `${count} feeds` })
      }
      lastUse={{ at: (ago) => t`Read ${ago}`, never: t`Not read yet` }}
      {...{ isError, action: t`Choose feeds`, dialog: SourcesDialog }}
    />
  );
}

function WebhooksRow() {
  const outgoing = useQuery(webhooks.list.query({}));
  const incoming = useQuery(incomingWebhooks.list.query({}));
  const connected = outgoing.data &&
    incoming.data && [
      ...outgoing.data.items.map(({ lastDeliveredAt, lastError }) => ({
        syncedAt: lastDeliveredAt,
        problem: lastError,
      })),
      ...incoming.data.items.map(({ lastUsedAt }) => ({ syncedAt: lastUsedAt, problem: null })),
    ];
  return (
    <DirectRow
      icon={Webhook}
      name={t`Webhooks`}
      description={t`Signed messages to and from other programs`}
      {...{ connected, isError: outgoing.isError || incoming.isError }}
      counted={(count) =>
        count === 0
          ? t`No webhooks yet`
          : plural(count, { one: `${count} webhook`, other: `${count} webhooks` })
      }
      lastUse={{ at: (ago) => t`Used ${ago}`, never: t`Not used yet` }}
      {...{ action: t`Add webhook`, dialog: WebhookDialog }}
    />
  );
}

const ROWS: readonly { name: string; kinds: readonly IntegrationTab[]; Row: FC }[] = [
  { name: "mail", kinds: ["all", "email"], Row: MailRow },
  { name: "calendars", kinds: ["all", "calendar"], Row: CalendarRow },
  { name: "contacts", kinds: ["all"], Row: CardsRow },
  { name: "feeds", kinds: ["all"], Row: FeedsRow },
  { name: "webhooks", kinds: ["all"], Row: WebhooksRow },
];
