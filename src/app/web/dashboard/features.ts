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
    title: "Email",
    description: "Read, write and answer with AI at hand",
    icon: Mail,
    status: "online",
    href: "/email",
    action: "Open inbox",
    label: "unread emails",
    value: (cards) => cards.unreadEmails,
    figure: "unreadEmails",
  },
  {
    title: "Calendar",
    description: "Meetings and the time between them",
    icon: CalendarDays,
    status: "online",
    href: "/calendar",
    action: "View schedule",
    label: "meetings",
    value: (cards) => cards.meetings,
    figure: "meetings",
  },
  {
    title: "Tasks",
    description: "Priorities, projects and deadlines",
    icon: ListChecks,
    status: "online",
    href: "/tasks",
    action: "Manage tasks",
    label: "active tasks",
    value: (cards) => cards.activeTasks,
    figure: "activeTasks",
  },
  {
    title: "AI Assistant",
    description: "Ask, plan and delegate in plain words",
    icon: Sparkles,
    status: "online",
    href: "/ai-assistant",
    action: "Start a chat",
    label: "at your service",
    value: () => "24/7",
  },
  {
    title: "Analytics",
    description: "Where your time and effort go",
    icon: ChartColumn,
    status: "online",
    href: "/analytics",
    action: "View report",
    label: "productivity",
    value: (cards) => percent(cards.productivity),
    figure: "productivity",
  },
  {
    title: "Team",
    description: "Workspaces, members and decisions",
    icon: Users,
    status: "online",
    href: "/team",
    action: "Meet the team",
    label: "team members",
    value: (cards) => cards.teamMembers,
    figure: "teamMembers",
  },
  {
    title: "Documents",
    description: "Files, summaries and search",
    icon: FileText,
    status: "online",
    href: "/documents",
    action: "Browse files",
    label: "documents",
    value: (cards) => cards.documents,
    figure: "documents",
  },
  {
    title: "Quick Actions",
    description: "The usual things in one click",
    icon: Zap,
    status: "online",
    href: "/quick-actions",
    action: "See all",
    label: "actions at hand",
    value: () => ACTIONS.length,
  },
  {
    title: "Communication",
    description: "Messages, contacts and calls",
    icon: MessagesSquare,
    status: "online",
    href: "/communication",
    action: "Open chats",
    label: "active chats",
    value: (cards) => cards.activeChats,
    figure: "activeChats",
  },
  {
    title: "Daily Operations",
    description: "Weather, traffic, news and your day",
    icon: Sunrise,
    status: "online",
    href: "/daily-ops",
    action: "Read briefing",
    label: "morning briefing",
    value: (cards) => cards.briefing,
    figure: "briefing",
  },
];
