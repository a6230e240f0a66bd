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
import { Badge } from "#ui/badge.tsx";
import { systemDatabase } from "./api.ts";
import { formatBytes } from "./format-bytes.ts";
import styles from "./instance-panel.module.css";

/** Where a hosted provider's dashboard would be linked, this instance links to its own places. */
export function InstancePanel() {
  return (
    <ul className={styles.places}>
      <Place
        icon={Database}
        title="Database"
        to="/admin/settings"
        search={{ tab: "database" }}
        fact={<Size />}
      >
        Version, size, connections and largest tables of this instance's own PostgreSQL
      </Place>
      <Place icon={HeartPulse} title="Health" to="/admin/operations" search={{}} fact={<Health />}>
        Queue, mailboxes, disk and backups, and what is to be done
      </Place>
      <Place icon={ListChecks} title="Jobs" to="/admin/operations" search={{ tab: "jobs" }}>
        What the house does by itself: try again what failed, cancel what waits
      </Place>
      <Place icon={Archive} title="Backups" to="/admin/operations" search={{ tab: "backups" }}>
        When they are made, how many are kept, and proof that one can be restored
      </Place>
      <Place icon={ScrollText} title="Audit log" to="/admin/audit">
        Who did what, and whom the house refused, with a chain that shows any change
      </Place>
      <Place icon={Users} title="User accounts" to="/admin/operations" search={{ tab: "accounts" }}>
        Invite, suspend, sign out everywhere, and links for a new password
      </Place>
      <Place icon={SlidersHorizontal} title="System settings" to="/admin/settings" search={{}}>
        Name, mail server, keys, search engines and maintenance
      </Place>
    </ul>
  );
}

type PlaceProps = {
  icon: LucideIcon;
  title: string;
  to: string;
  search?: Record<string, string>;
  fact?: ReactNode;
  children: string;
};

function Place({ icon: Icon, title, to, search, fact, children }: PlaceProps) {
  const inside = (
    <>
      <Icon size={18} strokeWidth={1.75} className={styles.icon} aria-hidden />
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.text}>{children}</span>
      </span>
      {fact}
      <ArrowRight size={16} strokeWidth={1.75} className={styles.icon} aria-hidden />
    </>
  );
  return (
    <li>
      <Link to={to} search={search ?? {}} className={styles.place}>
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
