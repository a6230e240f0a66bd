import { expect, test } from "vitest";
import type { MessageOnWire } from "../../model.ts";
import { Outbox, type QueuedMessage } from "./outbox.ts";

const arrived = ({ content, conversationId }: QueuedMessage): MessageOnWire => ({
  id: content,
  content,
  conversationId,
  senderId: "ada",
  senderName: "Ada",
  messageType: "text",
  attachments: [],
  replyTo: null,
  replyCount: 0,
  mentions: [],
  reactions: [],
  outcomes: [],
  byEmail: null,
  externalState: null,
  clientId: null,
  isRead: false,
  isEdited: false,
  createdAt: "2026-03-05T11:00:00.000Z",
  deletedAt: null,
  version: 1,
});

/** An outbox whose way to the server can be cut. */
function anOutbox() {
  const way = { isCut: false, attempts: [] as QueuedMessage[], delivered: [] as string[], failures: 0 };
  const outbox = new Outbox({
    deliver: async (waiting) => {
      way.attempts.push(waiting);
      if (way.isCut) throw new Error("offline");
      return arrived(waiting);
    },
    delivered: ({ content }) => void way.delivered.push(content),
    failed: () => {
      way.failures += 1;
    },
  });
  return { outbox, way };
}

test("COMM-24: a sent message is shown immediately and leaves the outbox once delivered", async () => {
  const { outbox, way } = anOutbox();
  const sent = outbox.send("talk", "Hello");
  expect(outbox.of("talk")).toMatchObject([{ content: "Hello", state: "sending" }]);
  await sent;
  expect(outbox.of("talk")).toEqual([]);
  expect(way.delivered).toEqual(["Hello"]);
});

test("messages are delivered in the order of writing", async () => {
  const { outbox, way } = anOutbox();
  await Promise.all(["One", "Two", "Three"].map((text) => outbox.send("talk", text)));
  expect(way.delivered).toEqual(["One", "Two", "Three"]);
});

test("COMM-32: a failed message remains and is retried as the same message", async () => {
  const { outbox, way } = anOutbox();
  way.isCut = true;
  await outbox.send("talk", "Hello");
  const [failed] = outbox.of("talk");
  expect(failed).toMatchObject({ content: "Hello", state: "failed" });
  expect(way.failures).toBe(1);
  way.isCut = false;
  if (failed) await outbox.retry(failed);
  expect(outbox.of("talk")).toEqual([]);
  expect(new Set(way.attempts.map(({ key }) => key)).size).toBe(1);
});

test("a draft belongs to its conversation; nothing remains for the next user", async () => {
  const { outbox, way } = anOutbox();
  outbox.setDraft("talk", "Half a thou");
  expect([outbox.draftOf("talk"), outbox.draftOf("other")]).toEqual(["Half a thou", ""]);
  way.isCut = true;
  await outbox.send("talk", "Hello");
  outbox.clear();
  expect([outbox.draftOf("talk"), outbox.of("talk")]).toEqual(["", []]);
});
