import { useQuery } from "@tanstack/react-query";
import { FileText, MessagesSquare, UserRound, Users } from "lucide-react";
import { t } from "#i18n/message.ts";
import { StatCard } from "#ui/display/stat-card.tsx";
import { adminCounters } from "../api.ts";

export const FAILED_TO_LOAD = t`Failed to load admin data`;

export function Counters() {
  const { data, error } = useQuery({ ...adminCounters.get.query({}), meta: { failure: FAILED_TO_LOAD } });
  const value = (count: number | undefined) => (error && !data ? null : count);
  return (
    <>
      <StatCard label={t`Total Users`} icon={Users} value={value(data?.users)} />
      <StatCard label={t`Conversations`} icon={MessagesSquare} value={value(data?.conversations)} />
      <StatCard label={t`Contacts`} icon={UserRound} value={value(data?.contacts)} />
      <StatCard label={t`Documents`} icon={FileText} value={value(data?.documents)} />
    </>
  );
}
