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
    title: "Accounts",
    to: "/admin/accounts",
    children: "Invite, suspend, sign out everywhere, and links for a new password",
  },
  roles: {
    icon: UserCog,
    title: "Roles",
    to: "/admin",
    children: "Who is a user, moderator or administrator",
  },
  health: {
    icon: HeartPulse,
    title: "Health",
    to: "/admin/health",
    children: "Queue, mailboxes, disk, backups, and what to do",
  },
  jobs: {
    icon: ListChecks,
    title: "Jobs",
    to: "/admin/jobs",
    children: "Background jobs: retry failed ones, cancel pending ones",
  },
  backups: {
    icon: Archive,
    title: "Backups",
    to: "/admin/backups",
    children: "Schedule, retention, and restore tests",
  },
  database: settings(
    Database,
    "Database",
    "database",
    "Version, size, connections and largest tables of this instance's own PostgreSQL",
  ),
  mailServer: settings(
    Mail,
    "Mail server",
    "email",
    "Host, port, sender and password, with a connection test",
  ),
  keys: settings(
    KeyRound,
    "Keys of services",
    "api-keys",
    "Keys of outside services, the language model, and whether agents may act at all",
  ),
  ownKeys: {
    icon: KeyRound,
    title: "Your keys and agents",
    to: "/settings",
    search: { tab: "api-keys" },
    children: "Everybody creates and revokes their own",
  },
  audit: {
    icon: ScrollText,
    title: "Audit Log",
    to: "/admin/audit",
    children: "Who did what, and denied requests",
  },
  payments: {
    icon: CreditCard,
    title: "Payment Reports",
    to: "/admin/payments",
    children: "Revenue, payment methods and every transaction",
  },
  analytics: settings(
    ChartColumn,
    "Page views",
    "seo",
    "Google Analytics, sent by the server with consent only",
  ),
  seo: settings(
    SearchCheck,
    "Search engines",
    "seo",
    "Title, description and keywords in the head of every page",
  ),
  notifications: settings(Bell, "Notification settings", "notifications", "Mail, push, Slack and Discord"),
  help: {
    icon: CircleQuestionMark,
    title: "Help",
    to: "/help",
    children: "The guides for every job, part of the program",
  },
  conversations: {
    icon: MessagesSquare,
    title: "Conversations and contacts",
    to: "/admin",
    search: { tab: "conversations" },
    children: "What an administrator can find and delete",
  },
} satisfies Record<string, PageLink>;
