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
import { t } from "#i18n/message.ts";
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
        title={t`Database`}
        to="/admin/settings"
        search={{ tab: "database" }}
        fact={<Size />}
      >
        {t`Version, size, connections and largest tables of this instance's own PostgreSQL`}
      </AdminLink>
      <AdminLink icon={HeartPulse} title={t`Health`} to="/admin/health" fact={<Health />}>
        {t`Queue, mailboxes, disk, backups, and what to do`}
      </AdminLink>
      <AdminLink icon={ListChecks} title={t`Jobs`} to="/admin/jobs">
        {t`Background jobs: retry failed ones, cancel pending ones`}
      </AdminLink>
      <AdminLink icon={Archive} title={t`Backups`} to="/admin/backups">
        {t`Schedule, retention, and restore tests`}
      </AdminLink>
      <AdminLink icon={ScrollText} title={t`Audit Log`} to="/admin/audit">
        {t`Who did what, and denied requests, with a hash chain that shows any change`}
      </AdminLink>
      <AdminLink icon={Users} title={t`Accounts`} to="/admin/accounts">
        {t`Invite, suspend, sign out everywhere, and links for a new password`}
      </AdminLink>
      <AdminLink icon={SlidersHorizontal} title={t`System Settings`} to="/admin/settings">
        {t`Name, mail server, keys, search engines and maintenance`}
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
      {data ? t`Ready` : t`Not ready`}
    </Badge>
  );
}
