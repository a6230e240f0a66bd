import { expect, test } from "vitest";
import type { MessageOnWire } from "../../model.ts";
import { describeDay, groupMessages } from "./group-messages.ts";

const aMessage = (id: string, senderId: string, createdAt: string): MessageOnWire => ({
  id,
  senderId,
  createdAt,
  conversationId: "talk",
  senderName: senderId,
  content: id,
  messageType: "text",
  attachments: [],
  replyTo: null,
  mentions: [],
  reactions: [],
  outcomes: [],
  byEmail: null,
  replyCount: 0,
  externalState: null,
  clientId: null,
  isRead: false,
  isEdited: false,
  deletedAt: null,
  version: 1,
});

const [one, two, three, four] = [
  aMessage("one", "bob", "2026-03-04T11:00:00.000Z"),
  aMessage("two", "bob", "2026-03-05T11:00:00.000Z"),
  aMessage("three", "bob", "2026-03-05T11:04:00.000Z"),
  aMessage("four", "ada", "2026-03-05T11:05:00.000Z"),
];
const kinds = (newestFirst: MessageOnWire[], readUntil: string | null = null) =>
  groupMessages(newestFirst, readUntil, "ada").map((row) =>
    row.kind === "message" ? `${row.id}${row.isFirstOfGroup ? " with a name" : ""}` : row.kind,
  );

test("COMM-29: messages ascend, with day separators, and consecutive messages of one person share a name", () => {
  expect(kinds([four, three, two, one])).toEqual([
    "day",
    "one with a name",
    "day",
    "two with a name",
    "three",
    "four with a name",
  ]);
});

test("the first unread message has a line above it, the user's own never", () => {
  expect(kinds([four, three, two], two.createdAt)).toEqual([
    "day",
    "two with a name",
    "unread",
    "three with a name",
    "four with a name",
  ]);
  expect(kinds([four], three.createdAt)).toEqual(["day", "four with a name"]);
});

test("recent days have names", () => {
  const now = new Date(2026, 2, 5, 0, 30);
  expect(describeDay(new Date(2026, 2, 5, 0, 1), now)).toBe("Today");
  expect(describeDay(new Date(2026, 2, 4, 23, 59), now)).toBe("Yesterday");
  expect(describeDay(new Date(2026, 2, 3), now)).toMatch(/2026/);
});
