import { useQuery } from "@tanstack/react-query";
import type { FC } from "react";
import { t, term } from "#i18n/message.ts";
import { formatNumber } from "#platform/numbers/format-number.ts";
import { formatAgo } from "#ui/dates.ts";
import {
  adminCounters,
  adminFigures,
  backups,
  systemDatabase,
  systemHealth,
  systemSettings,
} from "../api.ts";
import { formatBytes } from "../operations/format-bytes.ts";
import { AvailableNow, bothOf, type Fact } from "./available-now.tsx";
import { LINKS } from "./links.ts";

/** Read again with each visit: figures that are shown as live are. */
const live = { staleTime: 0 };
const FIGURES = { ...adminFigures.get.query({}), ...live };
const SETTINGS = systemSettings.get.query({});

type Figures = Awaited<ReturnType<typeof adminFigures.get.call>>;
type Settings = Awaited<ReturnType<typeof systemSettings.get.call>>;

const useFigures = () => useQuery(FIGURES);
const useFiguresAndSettings = () => bothOf<Figures, Settings>(useQuery(FIGURES), useQuery(SETTINGS));

const numbers = (...facts: [name: string, value: number][]): Fact[] =>
  facts.map(([name, value]) => [name, formatNumber(value)]);
const onOff = (isOn: boolean) => (isOn ? t`On` : t`Off`);
const isSet = (value: unknown) => (value ? term("Set", "a setting has a value") : t`Not set`);
const when = (at: string | null | undefined) => (at ? formatAgo(at) : t`Never`);

const UserManagement = () => (
  <AvailableNow query={useFigures()} factsOf={factsOfUsers} links={[LINKS.accounts, LINKS.roles]} />
);

const factsOfUsers = (now: Figures) =>
  numbers(
    [t`Accounts`, now.accounts],
    [t`Administrators`, now.administrators],
    [t`Unproven addresses`, now.unproven],
    [t`Suspended`, now.suspended],
    [t`New in 30 days`, now.newAccounts],
    [t`Active in 7 days`, now.activeWeek],
  );

const EmailConfiguration = () => (
  <AvailableNow
    query={useFiguresAndSettings()}
    factsOf={factsOfMail}
    links={[LINKS.mailServer, LINKS.jobs, LINKS.health]}
  />
);

const factsOfMail = ([now, settings]: [Figures, Settings]): Fact[] => [
  [t`Mail server`, settings.smtpHost ? `${settings.smtpHost}:${settings.smtpPort}` : t`Not set`],
  [t`Sender`, settings.smtpFromEmail || "–"],
  [t`Encryption`, settings.smtpHost ? (settings.smtpSecure ? "TLS" : term("None", "no encryption")) : "–"],
  ...numbers(
    [t`System mail waiting`, now.systemMailWaiting],
    [t`System mail failed`, now.systemMailFailed],
    [t`People's mail waiting`, now.mailWaiting],
    [t`People's mail not delivered`, now.mailFailed],
    [t`Connected mailboxes`, now.mailboxes],
  ),
];

const ApiKeys = () => (
  <AvailableNow
    query={useFiguresAndSettings()}
    factsOf={factsOfKeys}
    links={[LINKS.keys, LINKS.ownKeys, LINKS.audit]}
  />
);

const factsOfKeys = ([now, settings]: [Figures, Settings]): Fact[] => [
  ...numbers(
    [t`Valid keys`, now.keys],
    [t`Authorized agents`, now.agents],
    [t`Used in 7 days`, now.keysUsed],
  ),
  [t`Agents may act`, settings.agentsEnabled ? t`Yes` : t`No`],
];

type Facts = Awaited<ReturnType<typeof systemDatabase.facts.call>>;
type Backups = Awaited<ReturnType<typeof backups.list.call>>;

const DatabaseManagement = () => {
  const database = useQuery({ ...systemDatabase.facts.query({}), ...live });
  const list = useQuery({ ...backups.list.query({}), ...live });
  return (
    <AvailableNow
      query={bothOf<Facts, Backups>(database, list)}
      factsOf={factsOfDatabase}
      links={[LINKS.database, LINKS.backups]}
    />
  );
};

function factsOfDatabase([database, { items, schedule }]: [Facts, Backups]): Fact[] {
  const ready = items.filter(({ state }) => state === "ready");
  const [last] = ready;
  const verified = ready.find(({ verification }) => verification?.isValid);
  return [
    [t`Server`, t`PostgreSQL ${database.version}`],
    [t`Size`, formatBytes(database.size)],
    [t`Connections`, t`${database.connections} of ${database.maxConnections}`],
    [t`Backups`, formatNumber(ready.length)],
    [t`Last backup`, when(last?.finishedAt)],
    [t`Its size`, last?.size ? formatBytes(last.size) : "–"],
    [t`Last verified by a restore`, when(verified?.verifiedAt)],
    [t`Daily backup`, schedule.isEnabled ? `${String(schedule.hour).padStart(2, "0")}:05 UTC` : t`Off`],
  ];
}

const Analytics = () => {
  const counters = useQuery({ ...adminCounters.get.query({}), ...live });
  return (
    <AvailableNow
      query={bothOf<[Figures, Settings], Counters>(useFiguresAndSettings(), counters)}
      factsOf={factsOfUse}
      links={[LINKS.health, LINKS.audit, LINKS.payments, LINKS.analytics]}
    />
  );
};

type Counters = Awaited<ReturnType<typeof adminCounters.get.call>>;

const factsOfUse = ([[now, settings], counters]: [[Figures, Settings], Counters]): Fact[] => [
  ...numbers(
    [t`Active today`, now.activeToday],
    [t`Active in 7 days`, now.activeWeek],
    [t`New accounts in 30 days`, now.newAccounts],
    [t`Conversations`, counters.conversations],
    [t`Contacts`, counters.contacts],
    [t`Documents`, counters.documents],
  ),
  [t`Page views`, settings.googleAnalyticsId ? t`Counted with consent` : t`Not counted`],
];

const Seo = () => <AvailableNow query={useQuery(SETTINGS)} factsOf={factsOfSeo} links={[LINKS.seo]} />;

const factsOfSeo = (settings: Settings): Fact[] => [
  [t`Title`, settings.metaTitle || settings.appName],
  [t`Description`, settings.metaDescription || settings.appDescription || "–"],
  [t`Keywords`, settings.metaKeywords || "–"],
  [t`Google Search Console`, isSet(settings.googleSearchConsoleId)],
  [t`Google Analytics`, isSet(settings.googleAnalyticsId)],
];

type Health = Awaited<ReturnType<typeof systemHealth.get.call>>;

const ServerStatus = () => (
  <AvailableNow
    query={useQuery({ ...systemHealth.get.query({}), ...live, refetchInterval: 60_000 })}
    factsOf={factsOfServer}
    links={[LINKS.health, LINKS.jobs]}
  />
);

const factsOfServer = (now: Health): Fact[] => [
  [t`Status`, now.hints.length === 0 ? t`Everything works` : t`${now.hints.length} to do`],
  [t`Servers`, formatNumber(now.processes)],
  [t`Database`, now.databaseMode === "embedded" ? t`Embedded` : t`Given by DATABASE_URL`],
  [t`Jobs`, t`${now.waiting} due, ${now.failed} failed`],
  [t`Disk`, t`${formatBytes(now.diskFree)} free of ${formatBytes(now.diskTotal)}`],
  [t`Last backup`, when(now.lastBackupAt)],
];

const Notifications = () => (
  <AvailableNow
    query={useFiguresAndSettings()}
    factsOf={factsOfNotifications}
    links={[LINKS.notifications, LINKS.jobs]}
  />
);

const factsOfNotifications = ([now, settings]: [Figures, Settings]): Fact[] => [
  [t`Email notifications`, onOff(settings.emailNotifications)],
  [t`Push notifications`, onOff(settings.pushNotifications)],
  ["Slack", isSet(settings.secrets.slackWebhook)],
  ["Discord", isSet(settings.secrets.discordWebhook)],
  ...numbers(
    [t`Browsers with push`, now.devices],
    [t`Deliveries waiting`, now.deliveriesWaiting],
    [t`Deliveries failed`, now.deliveriesFailed],
  ),
];

const Content = () => {
  const counters = useQuery({ ...adminCounters.get.query({}), ...live });
  return (
    <AvailableNow
      query={bothOf<Figures, Counters>(useFigures(), counters)}
      factsOf={factsOfContent}
      note={t`Adjutant has no public pages to edit. Documents and templates belong to the people who wrote them, so an administrator sees how many there are, and not what they contain.`}
      links={[LINKS.help, LINKS.conversations]}
    />
  );
};

const factsOfContent = ([now, counters]: [Figures, Counters]): Fact[] =>
  numbers(
    [t`Documents`, counters.documents],
    [t`Email templates`, now.templates],
    [t`Conversations`, counters.conversations],
    [t`Contacts`, counters.contacts],
  );

/** By the address of the announced page. */
const SUBJECTS: Readonly<Record<string, FC>> = {
  "/admin/users": UserManagement,
  "/admin/email": EmailConfiguration,
  "/admin/api-keys": ApiKeys,
  "/admin/database": DatabaseManagement,
  "/admin/analytics": Analytics,
  "/admin/seo": Seo,
  "/admin/server": ServerStatus,
  "/admin/notifications": Notifications,
  "/admin/content": Content,
};

export function Subject({ path }: { path: string }) {
  const Figures = SUBJECTS[path];
  return Figures && <Figures key={path} />;
}
