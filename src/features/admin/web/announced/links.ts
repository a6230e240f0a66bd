import {
  Archive,
  Bell,
  ChartColumn,
  CircleQuestionMark,
  CreditCard,
  Database,
  HeartPulse,
  KeyRound,
  ListChecks,
  Mail,
  MessagesSquare,
  ScrollText,
  SearchCheck,
  UserCog,
  Users,
} from "lucide-react";
import { t } from "#i18n/message.ts";
import type { PageLink } from "./available-now.tsx";

const settings = (icon: PageLink["icon"], title: string, tab: string, children: string): PageLink => ({
  icon,
  title,
  to: "/admin/settings",
  search: { tab },
  children,
});

/** The pages that the announced ones lead to. */
export const LINKS = {
  accounts: {
    icon: Users,
    title: t`Accounts`,
    to: "/admin/accounts",
    children: t`Invite, suspend, sign out everywhere, and links for a new password`,
  },
  roles: {
    icon: UserCog,
    title: t`Roles`,
    to: "/admin",
    children: t`Who is a user, moderator or administrator`,
  },
  health: {
    icon: HeartPulse,
    title: t`Health`,
    to: "/admin/health",
    children: t`Queue, mailboxes, disk, backups, and what to do`,
  },
  jobs: {
    icon: ListChecks,
    title: t`Jobs`,
    to: "/admin/jobs",
    children: t`Background jobs: retry failed ones, cancel pending ones`,
  },
  backups: {
    icon: Archive,
    title: t`Backups`,
    to: "/admin/backups",
    children: t`Schedule, retention, and restore tests`,
  },
  database: settings(
    Database,
    t`Database`,
    "database",
    t`Version, size, connections and largest tables of this instance's own PostgreSQL`,
  ),
  mailServer: settings(
    Mail,
    t`Mail server`,
    "email",
    t`Host, port, sender and password, with a connection test`,
  ),
  keys: settings(
    KeyRound,
    t`Keys of services`,
    "api-keys",
    t`Keys of outside services, the language model, and whether agents may act at all`,
  ),
  ownKeys: {
    icon: KeyRound,
    title: t`Your keys and agents`,
    to: "/settings",
    search: { tab: "api-keys" },
    children: t`Everybody creates and revokes their own`,
  },
  audit: {
    icon: ScrollText,
    title: t`Audit Log`,
    to: "/admin/audit",
    children: t`Who did what, and denied requests`,
  },
  payments: {
    icon: CreditCard,
    title: t`Payment Reports`,
    to: "/admin/payments",
    children: t`Revenue, payment methods and every transaction`,
  },
  analytics: settings(
    ChartColumn,
    t`Page views`,
    "seo",
    t`Google Analytics, sent by the server with consent only`,
  ),
  seo: settings(
    SearchCheck,
    t`Search engines`,
    "seo",
    t`Title, description and keywords in the head of every page`,
  ),
  notifications: settings(Bell, t`Notification settings`, "notifications", t`Mail, push, Slack and Discord`),
  help: {
    icon: CircleQuestionMark,
    title: t`Help`,
    to: "/help",
    children: t`The guides for every job, part of the program`,
  },
  conversations: {
    icon: MessagesSquare,
    title: t`Conversations and contacts`,
    to: "/admin",
    search: { tab: "conversations" },
    children: t`What an administrator can find and delete`,
  },
} satisfies Record<string, PageLink>;
