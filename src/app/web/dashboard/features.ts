import {
  CalendarDays,
  ChartColumn,
  FileText,
  ListChecks,
  type LucideIcon,
  Mail,
  MessagesSquare,
  Sparkles,
  Sunrise,
  Users,
  Zap,
} from "lucide-react";
import { t } from "#i18n/message.ts";
import { ACTIONS } from "../actions.ts";
import type { DashboardFigures } from "../api.ts";
import { percent } from "./percent.ts";

export type Feature = {
  title: string;
  description: string;
  icon: LucideIcon;
  status: "online" | "offline" | "pending";
  href: string;
  action: string;
  label: string;
  value(cards: DashboardFigures["cards"]): string | number;
  /** Name of the figure among the server's definitions. */
  figure?: keyof DashboardFigures["cards"];
};

/** The ten cards in the order of the dashboard. */
export const FEATURES: readonly Feature[] = [
  {
    title: t`Email`,
    description: t`Read, write and answer with AI at hand`,
    icon: Mail,
    status: "online",
    href: "/email",
    action: t`Open inbox`,
    label: t`unread emails`,
    value: (cards) => cards.unreadEmails,
    figure: "unreadEmails",
  },
  {
    title: t`Calendar`,
    description: t`Meetings and the time between them`,
    icon: CalendarDays,
    status: "online",
    href: "/calendar",
    action: t`View schedule`,
    label: t`meetings`,
    value: (cards) => cards.meetings,
    figure: "meetings",
  },
  {
    title: t`Tasks`,
    description: t`Priorities, projects and deadlines`,
    icon: ListChecks,
    status: "online",
    href: "/tasks",
    action: t`Manage tasks`,
    label: t`active tasks`,
    value: (cards) => cards.activeTasks,
    figure: "activeTasks",
  },
  {
    title: t`AI Assistant`,
    description: t`Ask, plan and delegate in plain words`,
    icon: Sparkles,
    status: "online",
    href: "/ai-assistant",
    action: t`Start a chat`,
    label: t`at your service`,
    value: () => "24/7",
  },
  {
    title: t`Analytics`,
    description: t`Where your time and effort go`,
    icon: ChartColumn,
    status: "online",
    href: "/analytics",
    action: t`View report`,
    label: t`productivity`,
    value: (cards) => percent(cards.productivity),
    figure: "productivity",
  },
  {
    title: t`Team`,
    description: t`Workspaces, members and decisions`,
    icon: Users,
    status: "online",
    href: "/team",
    action: t`Meet the team`,
    label: t`team members`,
    value: (cards) => cards.teamMembers,
    figure: "teamMembers",
  },
  {
    title: t`Documents`,
    description: t`Files, summaries and search`,
    icon: FileText,
    status: "online",
    href: "/documents",
    action: t`Browse files`,
    label: t`documents`,
    value: (cards) => cards.documents,
    figure: "documents",
  },
  {
    title: t`Quick Actions`,
    description: t`The usual things in one click`,
    icon: Zap,
    status: "online",
    href: "/quick-actions",
    action: t`See all`,
    label: t`actions at hand`,
    value: () => ACTIONS.length,
  },
  {
    title: t`Communication`,
    description: t`Messages, contacts and calls`,
    icon: MessagesSquare,
    status: "online",
    href: "/communication",
    action: t`Open chats`,
    label: t`active chats`,
    value: (cards) => cards.activeChats,
    figure: "activeChats",
  },
  {
    title: t`Daily Operations`,
    description: t`Weather, traffic, news and your day`,
    icon: Sunrise,
    status: "online",
    href: "/daily-ops",
    action: t`Read briefing`,
    label: t`morning briefing`,
    value: (cards) => cards.briefing,
    figure: "briefing",
  },
];
