import { useQuery } from "@tanstack/react-query";
import type { FC } from "react";
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
const onOff = (isOn: boolean) => (isOn ? "On" : "Off");
const isSet = (value: unknown) => (value ? "Set" : "Not set");
const when = (at: string | null | undefined) => (at ? formatAgo(at) : "Never");

const UserManagement = () => (
  <AvailableNow query={useFigures()} factsOf={factsOfUsers} links={[LINKS.accounts, LINKS.roles]} />
);

const factsOfUsers = (now: Figures) =>
  numbers(
    ["Accounts", now.accounts],
    ["Administrators", now.administrators],
    ["Unproven addresses", now.unproven],
    ["Suspended", now.suspended],
    ["New in 30 days", now.newAccounts],
    ["Active in 7 days", now.activeWeek],
  );

const EmailConfiguration = () => (
  <AvailableNow
    query={useFiguresAndSettings()}
    factsOf={factsOfMail}
    links={[LINKS.mailServer, LINKS.jobs, LINKS.health]}
  />
);

const factsOfMail = ([now, settings]: [Figures, Settings]): Fact[] => [
  ["Mail server", settings.smtpHost ? `${settings.smtpHost}:${settings.smtpPort}` : "Not set"],
  ["Sender", settings.smtpFromEmail || "–"],
  ["Encryption", settings.smtpHost ? (settings.smtpSecure ? "TLS" : "None") : "–"],
  ...numbers(
    ["System mail waiting", now.systemMailWaiting],
    ["System mail failed", now.systemMailFailed],
    ["People's mail waiting", now.mailWaiting],
    ["People's mail not delivered", now.mailFailed],
    ["Connected mailboxes", now.mailboxes],
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
  ...numbers(["Valid keys", now.keys], ["Authorized agents", now.agents], ["Used in 7 days", now.keysUsed]),
  ["Agents may act", settings.agentsEnabled ? "Yes" : "No"],
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
    ["Server", `PostgreSQL ${database.version}`],
    ["Size", formatBytes(database.size)],
    ["Connections", `${database.connections} of ${database.maxConnections}`],
    ["Backups", formatNumber(ready.length)],
    ["Last backup", when(last?.finishedAt)],
    ["Its size", last?.size ? formatBytes(last.size) : "–"],
    ["Last verified by a restore", when(verified?.verifiedAt)],
    ["Daily backup", schedule.isEnabled ? `${String(schedule.hour).padStart(2, "0")}:05 UTC` : "Off"],
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
    ["Active today", now.activeToday],
    ["Active in 7 days", now.activeWeek],
    ["New accounts in 30 days", now.newAccounts],
    ["Conversations", counters.conversations],
    ["Contacts", counters.contacts],
    ["Documents", counters.documents],
  ),
  ["Page views", settings.googleAnalyticsId ? "Counted with consent" : "Not counted"],
];

const Seo = () => <AvailableNow query={useQuery(SETTINGS)} factsOf={factsOfSeo} links={[LINKS.seo]} />;

const factsOfSeo = (settings: Settings): Fact[] => [
  ["Title", settings.metaTitle || settings.appName],
  ["Description", settings.metaDescription || settings.appDescription || "–"],
  ["Keywords", settings.metaKeywords || "–"],
  ["Google Search Console", isSet(settings.googleSearchConsoleId)],
  ["Google Analytics", isSet(settings.googleAnalyticsId)],
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
  ["Status", now.hints.length === 0 ? "Everything works" : `${now.hints.length} to do`],
  ["Servers", formatNumber(now.processes)],
  ["Database", now.databaseMode === "embedded" ? "Embedded" : "Given by DATABASE_URL"],
  ["Jobs", `${now.waiting} due, ${now.failed} failed`],
  ["Disk", `${formatBytes(now.diskFree)} free of ${formatBytes(now.diskTotal)}`],
  ["Last backup", when(now.lastBackupAt)],
];

const Notifications = () => (
  <AvailableNow
    query={useFiguresAndSettings()}
    factsOf={factsOfNotifications}
    links={[LINKS.notifications, LINKS.jobs]}
  />
);

const factsOfNotifications = ([now, settings]: [Figures, Settings]): Fact[] => [
  ["Email notifications", onOff(settings.emailNotifications)],
  ["Push notifications", onOff(settings.pushNotifications)],
  ["Slack", isSet(settings.secrets.slackWebhook)],
  ["Discord", isSet(settings.secrets.discordWebhook)],
  ...numbers(
    ["Browsers with push", now.devices],
    ["Deliveries waiting", now.deliveriesWaiting],
    ["Deliveries failed", now.deliveriesFailed],
  ),
];

const Content = () => {
  const counters = useQuery({ ...adminCounters.get.query({}), ...live });
  return (
    <AvailableNow
      query={bothOf<Figures, Counters>(useFigures(), counters)}
      factsOf={factsOfContent}
      note="Adjutant has no public pages to edit. Documents and templates belong to the people who wrote them, so an administrator sees how many there are, and not what they contain."
      links={[LINKS.help, LINKS.conversations]}
    />
  );
};

const factsOfContent = ([now, counters]: [Figures, Counters]): Fact[] =>
  numbers(
    ["Documents", counters.documents],
    ["Email templates", now.templates],
    ["Conversations", counters.conversations],
    ["Contacts", counters.contacts],
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
