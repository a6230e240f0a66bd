import { useQuery } from "@tanstack/react-query";
import {
  Archive,
  Database,
  HeartPulse,
  ListChecks,
  ScrollText,
  SlidersHorizontal,
  Users,
} from "lucide-react";
import { Badge } from "#ui/display/badge.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { AdminLink } from "../admin-link.tsx";
import { systemDatabase } from "../api.ts";
import { formatBytes } from "./format-bytes.ts";

/** Links to this instance's own pages, in place of a hosted provider's dashboard. */
export function InstancePanel() {
  return (
    <Stack as="ul" gap={0} surface="card" overflow="hidden" margin="16px 0 0">
      <AdminLink
        icon={Database}
        title="Database"
        to="/admin/settings"
        search={{ tab: "database" }}
        fact={<Size />}
      >
        Version, size, connections and largest tables of this instance's own PostgreSQL
      </AdminLink>
      <AdminLink icon={HeartPulse} title="Health" to="/admin/health" fact={<Health />}>
        Queue, mailboxes, disk, backups, and what to do
      </AdminLink>
      <AdminLink icon={ListChecks} title="Jobs" to="/admin/jobs">
        Background jobs: retry failed ones, cancel pending ones
      </AdminLink>
      <AdminLink icon={Archive} title="Backups" to="/admin/backups">
        Schedule, retention, and restore tests
      </AdminLink>
      <AdminLink icon={ScrollText} title="Audit Log" to="/admin/audit">
        Who did what, and denied requests, with a hash chain that shows any change
      </AdminLink>
      <AdminLink icon={Users} title="Accounts" to="/admin/accounts">
        Invite, suspend, sign out everywhere, and links for a new password
      </AdminLink>
      <AdminLink icon={SlidersHorizontal} title="System Settings" to="/admin/settings">
        Name, mail server, keys, search engines and maintenance
      </AdminLink>
    </Stack>
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
