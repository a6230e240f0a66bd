import { useQuery } from "@tanstack/react-query";
import { MailOpen, MessagesSquare, Users, Wifi } from "lucide-react";
import { countLabel } from "#features/contacts/model.ts";
import { contacts } from "#features/contacts/web/api.ts";
import { presence } from "#platform/client/presence.ts";
import { StatCard } from "#ui/stat-card.tsx";
import { conversations } from "./api.ts";
import { useMe } from "./use-me.ts";

const label = (count: number | undefined, isError: boolean) =>
  count === undefined ? (isError ? null : undefined) : countLabel(count);

/** COMM-02 to COMM-05: from the person's own rows, and from who is here now. */
export function Stats() {
  const talks = useQuery(conversations.stats.query({}));
  const people = useQuery(contacts.stats.query({}));
  const online = useOnline();
  return (
    <>
      <StatCard
        label="Active Chats"
        icon={MessagesSquare}
        value={label(talks.data?.activeChats, talks.isError)}
        definition="Conversations that you take part in and that are not archived."
      />
      <StatCard
        label="Contacts"
        icon={Users}
        value={label(people.data?.total, people.isError)}
        definition="People in your list of contacts."
      />
      <StatCard
        label="Online"
        icon={Wifi}
        value={label(online.count, online.isError)}
        definition="People you work or talk with, or who are contacts of each other with you, and have Adjutant open now. You are not counted."
      />
      <StatCard
        label="Unread"
        icon={MailOpen}
        value={label(talks.data?.unread, talks.isError)}
        definition="Messages of others that you have not read yet, in all your conversations."
      />
    </>
  );
}

/** Everybody who is here but oneself. */
function useOnline(): { count: number | undefined; isError: boolean } {
  const me = useMe();
  const { data, isError } = useQuery(presence.list.query({}));
  return { count: data?.people.filter(({ userId, isOnline }) => isOnline && userId !== me).length, isError };
}
