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
import { t } from "#i18n/message.ts";

export type AdminSection = {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Other words by which the palette finds it. */
  keywords?: string;
};

/** The pages where an administrator works, with their titles; those of the specification in its order. */
export const ADMIN_PAGES: readonly AdminSection[] = [
  { href: "/admin", label: t`Admin Dashboard`, icon: LayoutDashboard },
  { href: "/admin/health", label: t`Health`, icon: HeartPulse, keywords: "instance status operations" },
  { href: "/admin/jobs", label: t`Jobs`, icon: ListChecks, keywords: "operations queue retry" },
  { href: "/admin/backups", label: t`Backups`, icon: Archive, keywords: "operations restore archive" },
  {
    href: "/admin/accounts",
    label: t`Accounts`,
    icon: Users,
    keywords: "operations users invite suspend lock impersonate",
  },
  { href: "/admin/audit", label: t`Audit Log`, icon: ScrollText, keywords: "history changes" },
  { href: "/admin/settings", label: t`System Settings`, icon: SlidersHorizontal },
  { href: "/admin/payments", label: t`Payment Reports`, icon: CreditCard },
];

/** The nine pages that are announced only, in the specified order (ADMIN-02). */
export const ANNOUNCED_PAGES: readonly AdminSection[] = [
  { href: "/admin/users", label: t`User Management`, icon: UserCog },
  { href: "/admin/email", label: t`Email Configuration`, icon: Mail },
  { href: "/admin/api-keys", label: t`API Keys`, icon: KeyRound },
  { href: "/admin/database", label: t`Database Management`, icon: Database },
  { href: "/admin/analytics", label: t`Analytics`, icon: ChartColumn },
  { href: "/admin/seo", label: t`SEO Settings`, icon: SearchCheck },
  { href: "/admin/server", label: t`Server Status`, icon: Server },
  { href: "/admin/notifications", label: t`Notifications`, icon: Bell },
  { href: "/admin/content", label: t`Content Management`, icon: Newspaper },
];

export const ADMIN_SECTIONS = [...ADMIN_PAGES, ...ANNOUNCED_PAGES];
