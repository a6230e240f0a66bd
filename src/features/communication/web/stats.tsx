import { useQuery } from "@tanstack/react-query";
import { MailOpen, MessagesSquare, Users, Wifi } from "lucide-react";
import { presence } from "#platform/client/presence.ts";
import { StatCard } from "#ui/stat-card.tsx";
import { countLabel } from "../model.ts";
import { contacts, conversations } from "./api.ts";
import { useMe } from "./use-me.ts";

const label = (count: number | undefined) => (count === undefined ? undefined : countLabel(count));

/** COMM-02 to COMM-05: from the person's own rows, and from who is here now. */
export function Stats() {
  const talks = useQuery(conversations.stats.query({})).data;
  const people = useQuery(contacts.stats.query({})).data;
  return (
    <>
      <StatCard
        label="Active Chats"
        icon={MessagesSquare}
        value={label(talks?.activeChats)}
        definition="Conversations that you take part in and that are not archived."
      />
      <StatCard
        label="Contacts"
        icon={Users}
        value={label(people?.total)}
        definition="People in your list of contacts."
      />
      <StatCard
        label="Online"
        icon={Wifi}
        value={label(useOnline())}
        definition="People you work or talk with, or who are contacts of each other with you, and have Adjutant open now. You are not counted."
      />
      <StatCard
        label="Unread"
        icon={MailOpen}
        value={label(talks?.unread)}
        definition="Messages of others that you have not read yet, in all your conversations."
      />
    </>
  );
}

/** Everybody who is here but oneself. */
function useOnline(): number | undefined {
  const me = useMe();
  const { data } = useQuery(presence.list.query({}));
  return data?.people.filter(({ userId, isOnline }) => isOnline && userId !== me).length;
}
