import {
  CalendarDays,
  FileText,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Mail,
  MessagesSquare,
  Plug,
  Settings,
  ShieldCheck,
  Sunrise,
  Users,
} from "lucide-react";
import { t } from "#i18n/message.ts";

export type NavigationItem = {
  label: string;
  href: string;
  icon: LucideIcon;
  /** Second key after `g`. */
  key: string;
};

/** The areas in the order of the sidebar. */
export const AREAS: readonly NavigationItem[] = [
  { label: t`Dashboard`, href: "/", icon: LayoutDashboard, key: "h" },
  { label: t`Daily Ops`, href: "/daily-ops", icon: Sunrise, key: "o" },
  { label: t`Email`, href: "/email", icon: Mail, key: "e" },
  { label: t`Calendar`, href: "/calendar", icon: CalendarDays, key: "c" },
  { label: t`Tasks`, href: "/tasks", icon: ListChecks, key: "t" },
  { label: t`Communication`, href: "/communication", icon: MessagesSquare, key: "m" },
  { label: t`Documents`, href: "/documents", icon: FileText, key: "d" },
  { label: t`Team`, href: "/team", icon: Users, key: "w" },
  { label: t`Integrations`, href: "/integrations", icon: Plug, key: "i" },
];

export const SETTINGS: NavigationItem = { label: t`Settings`, href: "/settings", icon: Settings, key: "s" };
export const ADMIN: NavigationItem = { label: t`Admin`, href: "/admin", icon: ShieldCheck, key: "a" };
