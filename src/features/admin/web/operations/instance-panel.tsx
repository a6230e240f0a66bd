import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import {
  Archive,
  ArrowRight,
  Database,
  HeartPulse,
  ListChecks,
  type LucideIcon,
  ScrollText,
  SlidersHorizontal,
  Users,
} from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "#ui/display/badge.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { systemDatabase } from "../api.ts";
import { formatBytes } from "./format-bytes.ts";
import styles from "./instance-panel.module.css";

/** Links to this instance's own pages, in place of a hosted provider's dashboard. */
export function InstancePanel() {
  return (
    <Stack as="ul" gap={0} surface="card" overflow="hidden" margin="16px 0 0" className={styles.links}>
      <AdminLink
        icon={Database}
        title="Database"
        to="/admin/settings"
        search={{ tab: "database" }}
        fact={<Size />}
      >
        Version, size, connections and largest tables of this instance's own PostgreSQL
      </AdminLink>
      <AdminLink icon={HeartPulse} title="Health" to="/admin/operations" search={{}} fact={<Health />}>
        Queue, mailboxes, disk, backups, and what to do
      </AdminLink>
      <AdminLink icon={ListChecks} title="Jobs" to="/admin/operations" search={{ tab: "jobs" }}>
        Background jobs: retry failed ones, cancel pending ones
      </AdminLink>
      <AdminLink icon={Archive} title="Backups" to="/admin/operations" search={{ tab: "backups" }}>
        Schedule, retention, and restore tests
      </AdminLink>
      <AdminLink icon={ScrollText} title="Audit log" to="/admin/audit">
        Who did what, and denied requests, with a hash chain that shows any change
      </AdminLink>
      <AdminLink icon={Users} title="User accounts" to="/admin/operations" search={{ tab: "accounts" }}>
        Invite, suspend, sign out everywhere, and links for a new password
      </AdminLink>
      <AdminLink icon={SlidersHorizontal} title="System settings" to="/admin/settings" search={{}}>
        Name, mail server, keys, search engines and maintenance
      </AdminLink>
    </Stack>
  );
}

type AdminLinkProps = {
  icon: LucideIcon;
  title: string;
  to: string;
  search?: Record<string, string>;
  fact?: ReactNode;
  children: string;
};

function AdminLink({ icon: Icon, title, to, search, fact, children }: AdminLinkProps) {
  const inside = (
    <>
      <Icon size={18} strokeWidth={1.75} className={styles.icon} aria-hidden />
      <Text as="span" grow>
        <Text as="span" weight="medium" display="block">
          {title}
        </Text>
        <Text as="span" size="list" tone="soft" display="block">
          {children}
        </Text>
      </Text>
      {fact}
      <ArrowRight size={16} strokeWidth={1.75} className={styles.icon} aria-hidden />
    </>
  );
  return (
    <li>
      <Link to={to} search={search ?? {}} className={styles.link}>
        {inside}
      </Link>
    </li>
  );
}

function Size() {
  const { data } = useQuery(systemDatabase.facts.query({}));
  return data ? <Badge>{formatBytes(data.size)}</Badge> : null;
}

const health = {
  queryKey: ["health"],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await fetch("/readyz", { signal })).ok,
  staleTime: 0,
};

function Health() {
  const { data } = useQuery(health);
  if (data === undefined) return null;
  return (
    <Badge tone={data ? "good" : "bad"} dot>
      {data ? "Ready" : "Not ready"}
    </Badge>
  );
}
