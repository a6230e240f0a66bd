import { adminConversations } from "#features/admin/admin-conversations.ts";
import { calls } from "#features/communication/calls.ts";
import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import { documents } from "#features/documents/documents.ts";
import { decisions } from "#features/team/decisions.ts";
import { members } from "#features/team/members.ts";
import { papers } from "#features/team/papers.ts";
import { proxies } from "#features/team/proxies.ts";
import { workspaces } from "#features/team/workspaces.ts";
import type { Person } from "#platform/testing/test-database.ts";
import {
  type AccessSetup,
  aGroup,
  aWorkspace,
  changeDocument,
  type Grant,
  idOf,
  type Opened,
  open,
  renameWorkspace,
  upload,
} from "../factory.ts";

const triesOfDocument = (setup: AccessSetup, reader: Person, id: string): Opened["tries"] => ({
  "the file": () => open(setup, `/files/documents/${id}`, reader),
  "documents.get": () => reader.invoke(documents.get, { id }),
  "documents.list": () => reader.invoke(documents.list, { show: "withMe" }),
});

/** Ada's document that Bob reads for a reason; `revoke` ends the reason. */
async function aSharedDocument(
  setup: AccessSetup,
  share: (parts: Parts) => Promise<{ revoke(): Promise<unknown>; ids?: Record<string, string> }>,
): Promise<Opened> {
  const [ada, bob] = [await setup.aPerson("Ada"), await setup.aPerson("Bob")];
  const documentId = await upload(setup, ada, "First");
  const { revoke, ids = {} } = await share({ setup, ada, bob, documentId });
  return {
    tries: triesOfDocument(setup, bob, documentId),
    change: changeDocument(setup, ada, documentId),
    revoke,
    holder: bob,
    ids: { ...ids, documentId },
  };
}
type Parts = { setup: AccessSetup; ada: Person; bob: Person; documentId: string };

const unshare = async (ada: Person, id: string) => {
  const { shares } = (await ada.invoke(documents.sharing, { id })) as { shares: { id: string }[] };
  for (const { id: shareId } of shares) await ada.invoke(documents.unshare, { id, shareId });
};

const withPerson: Grant = {
  columns: ["document_shares.person_id"],
  make: (setup) =>
    aSharedDocument(setup, async ({ ada, bob, documentId: id }) => {
      await ada.invoke(documents.share, { id, with: { email: bob.email } });
      return { revoke: () => unshare(ada, id) };
    }),
};

type Ends = (parts: Parts & { id: string; messageId: string }) => Promise<unknown>;

const withWorkspace = (end: Ends): Grant => ({
  columns: ["document_shares.workspace_id", "workspace_members.user_id"],
  make: (setup) =>
    aSharedDocument(setup, async (parts) => {
      const carol = await setup.aPerson("Carol");
      const id = await aWorkspace(setup, carol, parts.ada, parts.bob);
      await parts.ada.invoke(documents.share, { id: parts.documentId, with: { workspaceId: id } });
      await setup.server.owner.query("update workspace_members set role = 'admin' where user_id = $1", [
        parts.ada.userId,
      ]);
      const revoke = () => end({ ...parts, id, messageId: "" });
      return { revoke, ids: { workspaceId: id } };
    }),
});

const inConversation = (end: Ends): Grant => ({
  columns: [
    "document_shares.conversation_id",
    "document_shares.message_id",
    "conversation_participants.user_id",
  ],
  make: (setup) =>
    aSharedDocument(setup, async (parts) => {
      const carol = await setup.aPerson("Carol");
      const id = await aGroup(parts.ada, parts.bob, carol);
      const message = { conversationId: id, content: "Please read", documentIds: [parts.documentId] };
      const messageId = idOf(await parts.ada.invoke(messages.send, message));
      const revoke = () => end({ ...parts, id, messageId });
      return { revoke, ids: { conversationId: id, messageId } };
    }),
});

const asPaper = (end: Ends): Grant => ({
  columns: ["document_shares.decision_id", "decision_papers.decision_id", "workspace_members.user_id"],
  make: (setup) =>
    aSharedDocument(setup, async (parts) => {
      const workspaceId = await aWorkspace(setup, parts.ada, parts.bob);
      const decision = { workspaceId, title: "Open the office", documentIds: [parts.documentId] };
      const id = idOf(await parts.ada.invoke(decisions.create, decision));
      return {
        revoke: () => end({ ...parts, id, messageId: workspaceId }),
        ids: { decisionId: id, workspaceId },
      };
    }),
});

const conversation = (end: (parts: { ada: Person; bob: Person; id: string }) => Promise<unknown>): Grant => ({
  columns: ["conversation_participants.user_id", "conversations.created_by"],
  make: async (setup) => {
    const [ada, bob] = [await setup.aPerson("Ada"), await setup.aPerson("Bob")];
    const id = await aGroup(ada, bob);
    const startedCall = await ada.invoke(calls.start, {
      conversationId: id,
      kind: "audio",
      peerId: crypto.randomUUID(),
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
      revoke: () => end({ ada, bob, id }),
      holder: bob,
      ids: { conversationId: id, callId: idOf(startedCall) },
    };
  },
});

const workspace = (end: (parts: { ada: Person; bob: Person; id: string }) => Promise<unknown>): Grant => ({
  columns: ["workspace_members.user_id", "team_decisions.workspace_id"],
  make: async (setup) => {
    const [ada, bob] = [await setup.aPerson("Ada"), await setup.aPerson("Bob")];
    const id = await aWorkspace(setup, ada, bob);
    const decisionId = idOf(await ada.invoke(decisions.create, { workspaceId: id, title: "Open" }));
    return {
      tries: {
        "decisions.list": () => bob.invoke(decisions.list),
        "workspaces.get": () => bob.invoke(workspaces.get, { id }),
        "the log": () => open(setup, `/files/decisions/${decisionId}/log.json`, bob),
      },
      change: async (word) => {
        await renameWorkspace(ada, id, word);
        await ada.invoke(decisions.create, { workspaceId: id, title: `Later ${word}` });
        await ada.invoke(decisions.vote, { id: decisionId, vote: "approve", comment: word });
      },
      revoke: () => end({ ada, bob, id }),
      holder: bob,
      ids: { workspaceId: id, decisionId },
    };
  },
});

const call: Grant = {
  columns: ["call_participants.user_id"],
  make: async (setup) => {
    const [ada, bob] = [await setup.aPerson("Ada"), await setup.aPerson("Bob")];
    const conversationId = await aGroup(ada, bob);
    const [toPeerId, peerId] = [crypto.randomUUID(), crypto.randomUUID()];
    const started = { conversationId, kind: "audio", peerId: toPeerId };
    const id = idOf(await ada.invoke(calls.start, started));
    const join = () => bob.invoke(calls.join, { id, peerId });
    await join();
    const signal = { description: { type: "offer", sdp: "v=0" } };
    return {
      tries: {
        "calls.get": () => bob.invoke(calls.get, { id }),
        "calls.join": join,
        "calls.heartbeat": () => bob.invoke(calls.heartbeat, { id, peerId }),
        "calls.signal": () => bob.invoke(calls.signal, { id, peerId, toPeerId, signal }),
        "calls.signals": () => bob.invoke(calls.signals, { id, peerId }),
      },
      change: null,
      revoke: () => ada.invoke(conversations.removePerson, { id: conversationId, userId: bob.userId }),
    };
  },
};

const proxy = (
  end: (parts: { ada: Person; workspaceId: string; id: string; carol: Person }) => Promise<unknown>,
): Grant => ({
  columns: ["vote_proxies.proxy_id", "vote_proxies.grantor_id"],
  make: async (setup) => {
    const people = await Promise.all(["Ada", "Bob", "Carol"].map((name) => setup.aPerson(name)));
    const [ada, bob, carol] = people as [Person, Person, Person];
    const workspaceId = await aWorkspace(setup, ada, bob, carol);
    const decision = idOf(await ada.invoke(decisions.create, { workspaceId, title: "Open" }));
    const given = { workspaceId, proxyId: carol.userId, expiresAt: new Date(Date.now() + 86_400_000) };
    const id = idOf(await bob.invoke(proxies.create, { ...given, expiresAt: given.expiresAt.toISOString() }));
    const vote = { id: decision, vote: "approve", onBehalfOf: bob.userId };
    return {
      tries: { "decisions.vote": () => carol.invoke(decisions.vote, vote) },
      change: null,
      revoke: () => end({ ada, workspaceId, id, carol }),
    };
  },
});

/** Access through membership. */
export const BY_MEMBERSHIP: Record<string, Grant> = {
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
  "a file in a conversation that an administrator deletes": inConversation(async ({ setup, id }) => {
    const boss = await setup.aPerson("Grace", ["admin"]);
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
