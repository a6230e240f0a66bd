import { useQuery } from "@tanstack/react-query";
import { MailOpen, MessagesSquare, Users, Wifi } from "lucide-react";
import { countLabel } from "#features/contacts/model.ts";
import { contacts } from "#features/contacts/web/api.ts";
import { t } from "#i18n/message.ts";
import { presence } from "#platform/client/presence.ts";
import { StatCard } from "#ui/display/stat-card.tsx";
import { conversations } from "./api.ts";
import { useCurrentUserId } from "./use-current-user-id.ts";

const label = (count: number | undefined, isError: boolean) =>
  count === undefined ? (isError ? null : undefined) : countLabel(count);

/** COMM-02 to COMM-05: from the user's own rows, and from presence. */
export function Stats() {
  const conversationStats = useQuery(conversations.stats.query({}));
  const people = useQuery(contacts.stats.query({}));
  const online = useOnline();
  return (
    <>
      <StatCard
        label={t`Active Chats`}
        icon={MessagesSquare}
        value={label(conversationStats.data?.activeChats, conversationStats.isError)}
        definition={t`Your conversations that are not archived.`}
      />
      <StatCard
        label={t`Contacts`}
        icon={Users}
        value={label(people.data?.total, people.isError)}
        definition={t`People in your list of contacts.`}
      />
      <StatCard
        label={t`Online`}
        icon={Wifi}
        value={label(online.count, online.isError)}
        definition={t`People from your workspaces, conversations and mutual contacts who have Adjutant open now. You are not counted.`}
      />
      <StatCard
        label={t`Unread`}
        icon={MailOpen}
        value={label(conversationStats.data?.unread, conversationStats.isError)}
        definition={t`Unread messages in all your conversations.`}
      />
    </>
  );
}

/** The number of other people online. */
function useOnline(): { count: number | undefined; isError: boolean } {
  const me = useCurrentUserId();
  const { data, isError } = useQuery(presence.list.query({}));
  return { count: data?.people.filter(({ userId, isOnline }) => isOnline && userId !== me).length, isError };
}
