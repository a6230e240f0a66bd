import { aCommitment } from "#features/commitments/factory.ts";
import { commitments } from "#features/commitments/tables.ts";
import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import { newsInterests } from "#features/daily-ops/news-interests.ts";
import { notifications } from "#features/daily-ops/notifications.ts";
import { documents as documentCalls } from "#features/documents/documents.ts";
import { locations } from "#features/settings/locations.ts";
import { decisions } from "#features/team/decisions.ts";
import { invitations } from "#features/team/invitations.ts";
import { workspaces } from "#features/team/workspaces.ts";
import { memories } from "../../memories.ts";
import { addressOf } from "./addresses.ts";
import { DECISIONS, ZONE } from "./records.ts";
import { at, idOf, type Parts } from "./world-parts.factory.ts";

export async function addTeam(parts: Parts): Promise<void> {
  const { server, ada, ids, people } = parts;
  for (const [key, [name, members]] of Object.entries(TEAMS)) {
    const { id } = (await ada.invoke(workspaces.create, { name })) as { id: string };
    ids.set(key, id);
    for (const member of members)
      await server.owner.query(
        "insert into workspace_members (workspace_id, user_id, role, state, joined_at) values ($1, $2, 'member', 'active', now())",
        [id, idOf(parts, member)],
      );
  }
  for (const [key, [title, deadline, votes]] of Object.entries(DECISIONS)) {
    const fields = {
      workspaceId: idOf(parts, "w-lead"),
      title,
      deadline: deadline && at(deadline).toISOString(),
    };
    const { id } = (await ada.invoke(decisions.create, { ...fields, timeZone: ZONE })) as { id: string };
    ids.set(key, id);
    for (const [voter, vote] of Object.entries(votes))
      await (people.get(voter) ?? ada).invoke(decisions.vote, { id, vote });
    if (!deadline) await ada.invoke(decisions.close, { id });
  }
  const invited = { workspaceId: idOf(parts, "w-product"), email: "karin@helios.test" };
  await ada.invoke(invitations.create, invited);
}

export async function addMessages(parts: Parts): Promise<void> {
  const { ada, ids, people } = parts;
  const send = async (from: string, conversation: string, content: string) =>
    people.get(from)?.invoke(messages.send, { conversationId: idOf(parts, conversation), content });
  for (const name of ["bob", "clara"]) {
    const { id } = (await ada.invoke(conversations.openWith, { userId: idOf(parts, `p-${name}`) })) as {
      id: string;
    };
    ids.set(`cv-${name}`, id);
  }
  const userIds = ["p-bob", "p-clara", "p-david"].map((key) => idOf(parts, key));
  const group = { type: "group", title: "Lisbon move", userIds };
  ids.set("cv-lisbon", ((await ada.invoke(conversations.create, group)) as { id: string }).id);
  await send("p-clara", "cv-clara", "The movers can come on 3 December.");
  await ada.invoke(conversations.markRead, { id: idOf(parts, "cv-clara") });
  await send("p-bob", "cv-bob", "Can you look at the hiring plan today?");
  await send("p-david", "cv-lisbon", "Who has the floor plan?");
}

export async function addRest(parts: Parts): Promise<void> {
  const { ada, ids } = parts;
  const idFrom = async (made: Promise<unknown>) => ((await made) as { id: string }).id;
  const reminder = {
    title: "Take the car to the garage",
    scheduledFor: at("2037-11-19T08:00").toISOString(),
  };
  ids.set("r-garage", await idFrom(ada.invoke(notifications.create, reminder)));
  ids.set(
    "mem-1",
    await idFrom(ada.invoke(memories.create, { content: "I prefer meetings in the morning" })),
  );
  await ada.invoke(locations.create, {
    locationType: "home",
    name: "Home",
    address: "Linke Wienzeile 8, Vienna",
    isPrimary: true,
  });
  await ada.invoke(locations.create, {
    locationType: "work",
    name: "Office",
    address: "Stephansplatz 4, Vienna",
  });
  await ada.invoke(newsInterests.save, { interests: ["climate", "manufacturing"] });
  await ada.invoke(documentCalls.share, {
    id: idOf(parts, "doc-deck"),
    with: { email: "bob@aldermoor.test" },
  });
  const promises = {
    "o-forecast": {
      owedBy: "me",
      party: addressOf("c-louise"),
      partyName: "Louise Grant",
      what: "send the cash-flow forecast",
      due: at("2037-11-20"),
    },
    "o-offer": {
      owedBy: "them",
      party: addressOf("c-tom"),
      partyName: "Tom Becker",
      what: "send the revised offer",
      due: at("2037-11-16"),
    },
  } as const;
  for (const [key, fields] of Object.entries(promises)) {
    const row = aCommitment({ userId: ada.userId, ...fields, hasTime: false } as never);
    const [made] = await ada.run(({ db }) =>
      db.insert(commitments).values(row).returning({ id: commitments.id }),
    );
    ids.set(key, made?.id ?? "");
  }
}

const TEAMS = {
  "w-lead": ["Leadership", ["p-bob", "p-clara", "p-david", "p-emma"]],
  "w-product": ["Product", ["p-clara", "p-frank"]],
} as const;
