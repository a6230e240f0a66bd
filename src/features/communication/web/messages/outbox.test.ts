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
  answerCount: 0,
  mentions: [],
  reactions: [],
  outcomes: [],
  byEmail: null,
  outsideState: null,
  isRead: false,
  isEdited: false,
  createdAt: "2026-03-05T11:00:00.000Z",
  deletedAt: null,
  version: 1,
});

/** An outbox whose way to the server can be cut. */
function anOutbox() {
  const way = { isCut: false, tried: [] as QueuedMessage[], delivered: [] as string[], failures: 0 };
  const outbox = new Outbox({
    deliver: async (waiting) => {
      way.tried.push(waiting);
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

test("COMM-24: what is sent shows at once, and goes when it has arrived", async () => {
  const { outbox, way } = anOutbox();
  const sent = outbox.send("talk", "Hello");
  expect(outbox.of("talk")).toMatchObject([{ content: "Hello", state: "sending" }]);
  await sent;
  expect(outbox.of("talk")).toEqual([]);
  expect(way.delivered).toEqual(["Hello"]);
});

test("messages arrive in the order of writing", async () => {
  const { outbox, way } = anOutbox();
  await Promise.all(["One", "Two", "Three"].map((text) => outbox.send("talk", text)));
  expect(way.delivered).toEqual(["One", "Two", "Three"]);
});

test("COMM-32: what fails stays, and is tried again as the same message", async () => {
  const { outbox, way } = anOutbox();
  way.isCut = true;
  await outbox.send("talk", "Hello");
  const [failed] = outbox.of("talk");
  expect(failed).toMatchObject({ content: "Hello", state: "failed" });
  expect(way.failures).toBe(1);
  way.isCut = false;
  if (failed) await outbox.retry(failed);
  expect(outbox.of("talk")).toEqual([]);
  expect(new Set(way.tried.map(({ key }) => key)).size).toBe(1);
});

test("a draft belongs to its conversation; nothing is left for the next person", async () => {
  const { outbox, way } = anOutbox();
  outbox.setDraft("talk", "Half a thou");
  expect([outbox.draftOf("talk"), outbox.draftOf("other")]).toEqual(["Half a thou", ""]);
  way.isCut = true;
  await outbox.send("talk", "Hello");
  outbox.forget();
  expect([outbox.draftOf("talk"), outbox.of("talk")]).toEqual(["", []]);
});
