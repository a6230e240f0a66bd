import type { Hono } from "hono";
import { adminConversations } from "#features/admin/admin-conversations.ts";
import { calls } from "#features/communication/calls.ts";
import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { documents } from "#features/documents/documents.ts";
import { decisions } from "#features/team/decisions.ts";
import { members } from "#features/team/members.ts";
import { papers } from "#features/team/papers.ts";
import { proxies } from "#features/team/proxies.ts";
import { workspaces } from "#features/team/workspaces.ts";
import { notFound } from "#platform/capability/errors.ts";
import type { Edge } from "#platform/http/edge.ts";
import type { Person, TestDatabase } from "#platform/testing/test-database.ts";

export type World = {
  house: TestDatabase;
  /** Every address with a file, for whom `x-person` names. */
  app: Hono<Edge>;
  aPerson(fullName: string, roles?: ("user" | "admin")[]): Promise<Person>;
};

/** What somebody may do because of a grant. */
export type Opened = {
  /** Each throws where it is refused, or answers text without the latest word. */
  tries: Record<string, () => Promise<unknown>>;
  /** Makes a later version of the thing, which holds the word. Null where the grant is an act and shows nothing. */
  change: ((word: string) => Promise<unknown>) | null;
  takeAway(): Promise<unknown>;
  /** Who had it, so that everything else that they can ask for is asked as well. */
  holder?: Person;
  /** What a capability or an address may be asked for by, under the names that inputs have. */
  ids?: Record<string, string>;
};

/** A grant and one way in which it ends. `columns` name what says who has it. */
export type Grant = { columns: string[]; make(world: World): Promise<Opened> };

export const idOf = (record: unknown) => (record as { id: string }).id;

/** A document of this person's as a file with this text, by the address that people use. */
export async function upload({ app }: World, owner: Person, text: string, id?: string): Promise<string> {
  const body = new FormData();
  body.append("title", "Lease");
  body.append("file", new Blob([text]), "lease.txt");
  const path = id ? `/files/documents/${id}/versions` : "/files/documents";
  const answer = await app.request(path, { method: "POST", body, headers: { "x-person": owner.userId } });
  if (answer.status === 404) throw notFound("Document");
  if (!answer.ok) throw new Error(`The upload was refused: ${await answer.text()}`);
  return idOf(await answer.json());
}

/** The text of an address with a file; throws where it is refused. */
export async function open({ app }: World, path: string, person?: Person): Promise<string> {
  const answer = await app.request(path, person ? { headers: { "x-person": person.userId } } : {});
  if (answer.status >= 500) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
  if (!answer.ok) throw notFound("File");
  return answer.text();
}

/** Adds a later version: other bytes and another title. */
export const changeDocument = (world: World, owner: Person, id: string) => async (word: string) => {
  await upload(world, owner, `The text says ${word}`, id);
  const { version } = (await owner.invoke(documents.get, { id })) as { version: number };
  await owner.invoke(documents.update, { id, title: `Lease ${word}`, version });
};

const triesOfDocument = (world: World, reader: Person, id: string): Opened["tries"] => ({
  "the file": () => open(world, `/files/documents/${id}`, reader),
  "documents.get": () => reader.invoke(documents.get, { id }),
  "documents.list": () => reader.invoke(documents.list, { show: "withMe" }),
});

/** Ada's document that Bob reads for a reason; `takeAway` ends the reason. */
async function aSharedDocument(
  world: World,
  share: (parts: Parts) => Promise<{ takeAway(): Promise<unknown>; ids?: Record<string, string> }>,
): Promise<Opened> {
  const [ada, bob] = [await world.aPerson("Ada"), await world.aPerson("Bob")];
  const documentId = await upload(world, ada, "First");
  const { takeAway, ids = {} } = await share({ world, ada, bob, documentId });
  return {
    tries: triesOfDocument(world, bob, documentId),
    change: changeDocument(world, ada, documentId),
    takeAway,
    holder: bob,
    ids: { ...ids, documentId },
  };
}
type Parts = { world: World; ada: Person; bob: Person; documentId: string };

export async function aWorkspace(
  { house }: Pick<World, "house">,
  admin: Person,
  ...people: Person[]
): Promise<string> {
  const id = idOf(await admin.invoke(workspaces.create, { name: "Leadership" }));
  for (const { userId } of people)
    await house.owner.query("insert into workspace_members values ($1, $2, 'member', 'active')", [
      id,
      userId,
    ]);
  return id;
}

export async function renameWorkspace(admin: Person, id: string, word: string): Promise<void> {
  const { version } = (await admin.invoke(workspaces.get, { id })) as { version: number };
  await admin.invoke(workspaces.update, { id, version, name: `Leadership ${word}` });
}

export async function aGroup(creator: Person, ...people: Person[]): Promise<string> {
  for (const { fullName, email } of people)
    await creator.invoke(contacts.create, { contactName: fullName, contactEmail: email });
  const userIds = people.map(({ userId }) => userId);
  const id = idOf(await creator.invoke(conversations.create, { type: "group", title: "Board", userIds }));
  return id;
}

const unshare = async (ada: Person, id: string) => {
  const { shares } = (await ada.invoke(documents.sharing, { id })) as { shares: { id: string }[] };
  for (const { id: shareId } of shares) await ada.invoke(documents.unshare, { id, shareId });
};

const withPerson: Grant = {
  columns: ["document_shares.person_id"],
  make: (world) =>
    aSharedDocument(world, async ({ ada, bob, documentId: id }) => {
      await ada.invoke(documents.share, { id, with: { email: bob.email } });
      return { takeAway: () => unshare(ada, id) };
    }),
};

type Ends = (parts: Parts & { id: string; messageId: string }) => Promise<unknown>;

const withWorkspace = (end: Ends): Grant => ({
  columns: ["document_shares.workspace_id", "workspace_members.user_id"],
  make: (world) =>
    aSharedDocument(world, async (parts) => {
      const carol = await world.aPerson("Carol");
      const id = await aWorkspace(world, carol, parts.ada, parts.bob);
      await parts.ada.invoke(documents.share, { id: parts.documentId, with: { workspaceId: id } });
      await world.house.owner.query("update workspace_members set role = 'admin' where user_id = $1", [
        parts.ada.userId,
      ]);
      const takeAway = () => end({ ...parts, id, messageId: "" });
      return { takeAway, ids: { workspaceId: id } };
    }),
});

const inConversation = (end: Ends): Grant => ({
  columns: [
    "document_shares.conversation_id",
    "document_shares.message_id",
    "conversation_participants.user_id",
  ],
  make: (world) =>
    aSharedDocument(world, async (parts) => {
      const carol = await world.aPerson("Carol");
      const id = await aGroup(parts.ada, parts.bob, carol);
      const message = { conversationId: id, content: "Please read", documentIds: [parts.documentId] };
      const messageId = idOf(await parts.ada.invoke(messages.send, message));
      const takeAway = () => end({ ...parts, id, messageId });
      return { takeAway, ids: { conversationId: id, messageId } };
    }),
});

const asPaper = (end: Ends): Grant => ({
  columns: ["document_shares.decision_id", "decision_papers.decision_id", "workspace_members.user_id"],
  make: (world) =>
    aSharedDocument(world, async (parts) => {
      const workspaceId = await aWorkspace(world, parts.ada, parts.bob);
      const decision = { workspaceId, title: "Open the office", documentIds: [parts.documentId] };
      const id = idOf(await parts.ada.invoke(decisions.create, decision));
      return {
        takeAway: () => end({ ...parts, id, messageId: workspaceId }),
        ids: { decisionId: id, workspaceId },
      };
    }),
});

const conversation = (end: (parts: { ada: Person; bob: Person; id: string }) => Promise<unknown>): Grant => ({
  columns: ["conversation_participants.user_id", "conversations.created_by"],
  make: async (world) => {
    const [ada, bob] = [await world.aPerson("Ada"), await world.aPerson("Bob")];
    const id = await aGroup(ada, bob);
    const begun = await ada.invoke(calls.start, {
      conversationId: id,
      kind: "audio",
      seat: crypto.randomUUID(),
    });
    return {
      tries: {
        "messages.list": () => bob.invoke(messages.list, { conversationId: id }),
        "messages.search": () => bob.invoke(messages.search, { text: "word" }),
        "conversations.get": async () => ({ ...((await bob.invoke(conversations.get, { id })) as object) }),
      },
      change: async (word) => {
        await ada.invoke(messages.send, { conversationId: id, content: `The word ${word}` });
        await ada.invoke(conversations.update, { id, title: `Board ${word}` });
      },
      takeAway: () => end({ ada, bob, id }),
      holder: bob,
      ids: { conversationId: id, callId: idOf(begun) },
    };
  },
});

const workspace = (end: (parts: { ada: Person; bob: Person; id: string }) => Promise<unknown>): Grant => ({
  columns: ["workspace_members.user_id", "team_decisions.workspace_id"],
  make: async (world) => {
    const [ada, bob] = [await world.aPerson("Ada"), await world.aPerson("Bob")];
    const id = await aWorkspace(world, ada, bob);
    const decisionId = idOf(await ada.invoke(decisions.create, { workspaceId: id, title: "Open" }));
    return {
      tries: {
        "decisions.list": () => bob.invoke(decisions.list),
        "workspaces.get": () => bob.invoke(workspaces.get, { id }),
        "the log": () => open(world, `/files/decisions/${decisionId}/log.json`, bob),
      },
      change: async (word) => {
        await renameWorkspace(ada, id, word);
        await ada.invoke(decisions.create, { workspaceId: id, title: `Later ${word}` });
        await ada.invoke(decisions.vote, { id: decisionId, vote: "approve", comment: word });
      },
      takeAway: () => end({ ada, bob, id }),
      holder: bob,
      ids: { workspaceId: id, decisionId },
    };
  },
});

const call: Grant = {
  columns: ["call_participants.user_id"],
  make: async (world) => {
    const [ada, bob] = [await world.aPerson("Ada"), await world.aPerson("Bob")];
    const conversationId = await aGroup(ada, bob);
    const seat = crypto.randomUUID();
    const id = idOf(await ada.invoke(calls.start, { conversationId, kind: "audio", seat }));
    const join = () => bob.invoke(calls.join, { id, seat: crypto.randomUUID() });
    await join();
    return {
      tries: { "calls.get": () => bob.invoke(calls.get, { id }), "calls.join": join },
      change: null,
      takeAway: () => ada.invoke(conversations.removePerson, { id: conversationId, userId: bob.userId }),
    };
  },
};

const proxy = (
  end: (parts: { ada: Person; workspaceId: string; id: string; carol: Person }) => Promise<unknown>,
): Grant => ({
  columns: ["vote_proxies.proxy_id", "vote_proxies.grantor_id"],
  make: async (world) => {
    const people = await Promise.all(["Ada", "Bob", "Carol"].map((name) => world.aPerson(name)));
    const [ada, bob, carol] = people as [Person, Person, Person];
    const workspaceId = await aWorkspace(world, ada, bob, carol);
    const decision = idOf(await ada.invoke(decisions.create, { workspaceId, title: "Open" }));
    const given = { workspaceId, proxyId: carol.userId, expiresAt: new Date(Date.now() + 86_400_000) };
    const id = idOf(await bob.invoke(proxies.create, { ...given, expiresAt: given.expiresAt.toISOString() }));
    const vote = { id: decision, vote: "approve", onBehalfOf: bob.userId };
    return {
      tries: { "decisions.vote": () => carol.invoke(decisions.vote, vote) },
      change: null,
      takeAway: () => end({ ada, workspaceId, id, carol }),
    };
  },
});

/** What members of something read or do. */
export const MEMBERSHIPS: Record<string, Grant> = {
  "a document shared with a person": withPerson,
  "a document shared with a workspace, taken back": withWorkspace(({ ada, documentId }) =>
    unshare(ada, documentId),
  ),
  "a document shared with a workspace that its reader leaves": withWorkspace(({ bob, id }) =>
    bob.invoke(workspaces.leave, { id }),
  ),
  "a document shared with a workspace that its reader is removed from": withWorkspace(({ ada, bob, id }) =>
    ada.invoke(members.remove, { workspaceId: id, userId: bob.userId }),
  ),
  "a document shared with a workspace that its owner leaves": withWorkspace(({ ada, id }) =>
    ada.invoke(workspaces.leave, { id }),
  ),
  "a document shared with a workspace that is deactivated": withWorkspace(({ ada, id }) =>
    ada.invoke(workspaces.deactivate, { id }),
  ),
  "a file in a conversation, of which its reader is removed": inConversation(({ ada, bob, id }) =>
    ada.invoke(conversations.removePerson, { id, userId: bob.userId }),
  ),
  "a file in a conversation that its reader leaves": inConversation(({ bob, id }) =>
    bob.invoke(conversations.leave, { id }),
  ),
  "a file in a conversation that its owner leaves": inConversation(({ ada, id }) =>
    ada.invoke(conversations.leave, { id }),
  ),
  "a file in a message that is deleted": inConversation(({ ada, messageId }) =>
    ada.invoke(messages.delete, { id: messageId }),
  ),
  "a file in a conversation, no longer shared": inConversation(({ ada, documentId }) =>
    unshare(ada, documentId),
  ),
  "a file in a conversation that an administrator deletes": inConversation(async ({ world, id }) => {
    const boss = await world.aPerson("Grace", ["admin"]);
    await boss.invoke(adminConversations.delete, { id, reason: "Reported" });
  }),
  "a paper that is detached": asPaper(({ ada, id, documentId }) =>
    ada.invoke(papers.detach, { decisionId: id, documentId }),
  ),
  "a paper of a decision that is deleted": asPaper(({ ada, id }) => ada.invoke(decisions.delete, { id })),
  "a paper of a workspace that its reader leaves": asPaper(({ bob, messageId: id }) =>
    bob.invoke(workspaces.leave, { id }),
  ),
  "a conversation that somebody is removed from": conversation(({ ada, bob, id }) =>
    ada.invoke(conversations.removePerson, { id, userId: bob.userId }),
  ),
  "a conversation that somebody leaves": conversation(({ bob, id }) =>
    bob.invoke(conversations.leave, { id }),
  ),
  "a workspace that somebody is removed from": workspace(({ ada, bob, id }) =>
    ada.invoke(members.remove, { workspaceId: id, userId: bob.userId }),
  ),
  "a workspace that somebody leaves": workspace(({ bob, id }) => bob.invoke(workspaces.leave, { id })),
  "a call whose conversation somebody is removed from": call,
  "a proxy that is revoked": proxy(({ ada, id }) => ada.invoke(proxies.revoke, { id })),
  "a proxy who is removed": proxy(({ ada, workspaceId, carol }) =>
    ada.invoke(members.remove, { workspaceId, userId: carol.userId }),
  ),
};
