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

export type NavigationItem = {
  label: string;
  href: string;
  icon: LucideIcon;
  /** Second key after `g`. */
  key: string;
};

/** The areas in the order of the sidebar. */
export const AREAS: readonly NavigationItem[] = [
  { label: "Dashboard", href: "/", icon: LayoutDashboard, key: "h" },
  { label: "Daily Ops", href: "/daily-ops", icon: Sunrise, key: "o" },
  { label: "Email", href: "/email", icon: Mail, key: "e" },
  { label: "Calendar", href: "/calendar", icon: CalendarDays, key: "c" },
  { label: "Tasks", href: "/tasks", icon: ListChecks, key: "t" },
  { label: "Communication", href: "/communication", icon: MessagesSquare, key: "m" },
  { label: "Documents", href: "/documents", icon: FileText, key: "d" },
  { label: "Team", href: "/team", icon: Users, key: "w" },
  { label: "Integrations", href: "/integrations", icon: Plug, key: "i" },
];

export const SETTINGS: NavigationItem = { label: "Settings", href: "/settings", icon: Settings, key: "s" };
export const ADMIN: NavigationItem = { label: "Admin", href: "/admin", icon: ShieldCheck, key: "a" };
