import {
  Bell,
  ChartColumn,
  CreditCard,
  Database,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  Newspaper,
  SearchCheck,
  Server,
  SlidersHorizontal,
  Users,
} from "lucide-react";

type AdminSection = { href: string; label: string; icon: LucideIcon };

/** The routes of the admin area in the specified order (ADMIN-02), with their page titles. */
export const ADMIN_SECTIONS: readonly AdminSection[] = [
  { href: "/admin", label: "Admin Dashboard", icon: LayoutDashboard },
  { href: "/admin/users", label: "User Management", icon: Users },
  { href: "/admin/settings", label: "System Settings", icon: SlidersHorizontal },
  { href: "/admin/email", label: "Email Configuration", icon: Mail },
  { href: "/admin/api-keys", label: "API Keys", icon: KeyRound },
  { href: "/admin/database", label: "Database Management", icon: Database },
  { href: "/admin/payments", label: "Payment Reports", icon: CreditCard },
  { href: "/admin/analytics", label: "Analytics", icon: ChartColumn },
  { href: "/admin/seo", label: "SEO Settings", icon: SearchCheck },
  { href: "/admin/server", label: "Server Status", icon: Server },
  { href: "/admin/notifications", label: "Notifications", icon: Bell },
  { href: "/admin/content", label: "Content Management", icon: Newspaper },
];
