import {
  Archive,
  Bell,
  ChartColumn,
  CreditCard,
  Database,
  HeartPulse,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Mail,
  Newspaper,
  ScrollText,
  SearchCheck,
  Server,
  SlidersHorizontal,
  UserCog,
  Users,
} from "lucide-react";

export type AdminSection = {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Other words by which the palette finds it. */
  keywords?: string;
};

/** The pages where an administrator works, with their titles; those of the specification in its order. */
export const ADMIN_PAGES: readonly AdminSection[] = [
  { href: "/admin", label: "Admin Dashboard", icon: LayoutDashboard },
  { href: "/admin/health", label: "Health", icon: HeartPulse, keywords: "instance status operations" },
  { href: "/admin/jobs", label: "Jobs", icon: ListChecks, keywords: "operations queue retry" },
  { href: "/admin/backups", label: "Backups", icon: Archive, keywords: "operations restore archive" },
  {
    href: "/admin/accounts",
    label: "Accounts",
    icon: Users,
    keywords: "operations users invite suspend lock impersonate",
  },
  { href: "/admin/audit", label: "Audit Log", icon: ScrollText, keywords: "history changes" },
  { href: "/admin/settings", label: "System Settings", icon: SlidersHorizontal },
  { href: "/admin/payments", label: "Payment Reports", icon: CreditCard },
];

/** The nine pages that are announced only, in the specified order (ADMIN-02). */
export const ANNOUNCED_PAGES: readonly AdminSection[] = [
  { href: "/admin/users", label: "User Management", icon: UserCog },
  { href: "/admin/email", label: "Email Configuration", icon: Mail },
  { href: "/admin/api-keys", label: "API Keys", icon: KeyRound },
  { href: "/admin/database", label: "Database Management", icon: Database },
  { href: "/admin/analytics", label: "Analytics", icon: ChartColumn },
  { href: "/admin/seo", label: "SEO Settings", icon: SearchCheck },
  { href: "/admin/server", label: "Server Status", icon: Server },
  { href: "/admin/notifications", label: "Notifications", icon: Bell },
  { href: "/admin/content", label: "Content Management", icon: Newspaper },
];

export const ADMIN_SECTIONS = [...ADMIN_PAGES, ...ANNOUNCED_PAGES];
