/**
 * A program as a stranger writes it against the generated client: it is type-checked and run by api-day-of-work.test.ts.
 * The client does not exist until then, so it is text here.
 */
export const DAY_OF_WORK = `
import { readFile } from "node:fs/promises";
import * as api from "./client.ts";

const [, , baseUrl = "", key = ""] = process.argv;
api.defaults.baseUrl = baseUrl;
api.defaults.headers = { authorization: "Bearer " + key };

function done<Answer extends { status: number; data: unknown }>(answer: Answer): Extract<Answer, { status: 200 }>["data"] {
  if (answer.status !== 200) throw new globalThis.Error(JSON.stringify(answer.data));
  return (answer as Extract<Answer, { status: 200 }>).data;
}

const task = done(await api.tasksCreate({ title: "Write the offer", priority: "high" }, { idempotencyKey: "offer-1" }));
const again = done(await api.tasksCreate({ title: "Write the offer", priority: "high" }, { idempotencyKey: "offer-1" }));
for (const title of ["Call Bob", "Book a room", "Read the minutes"]) done(await api.tasksCreate({ title }));

const titles: string[] = [];
let cursor: string | null | undefined;
do {
  const page = done(await api.tasksList({ limit: 2, ...(cursor ? { cursor } : {}) }));
  titles.push(...page.items.map((each) => each.title));
  cursor = page.nextCursor;
} while (cursor);

const found = done(await api.emailsListPost({ text: "subject:Board", status: "received" }));
const [first] = found.items;
if (!first) throw new globalThis.Error("The invitation did not arrive");
const { invitation } = done(await api.eventInvitationsInMail(first.id));
const { eventId } = done(await api.eventInvitationsAnswerMail({ emailId: first.id, answer: "accepted" }));
const event = done(await api.eventsGet(eventId ?? ""));

const file = new File([await readFile(new URL("./notes.txt", import.meta.url))], "notes.txt", { type: "text/plain" });
const document: api.Document = done(await api.filesDocumentsCreate({ file, title: "Notes", tags: "board, minutes" }));
const content = await fetch(baseUrl + document.fileUrl, { headers: { authorization: "Bearer " + key } });

const changed = done(await api.tasksUpdate(task.id, { version: task.version, status: "completed" }));
const late = await api.tasksUpdate(task.id, { version: task.version, title: "Write it" });
const conflict: api.ApiError | null = late.status === 409 ? late.data : null;
const missing = await api.tasksGet("0b9f3c1e-6c1d-4f7e-9a45-3d2f1c0e8b7a");
const removed = done(await api.eventsDelete(event.id, { scope: "this" }));
const results = done(await api.searchQuery({ text: "offer", kinds: ["task"] })).results;

console.log(JSON.stringify({
  isSame: again.id === task.id,
  titles,
  invitation: invitation?.title,
  answers: event.participants.map(({ status }) => status),
  document: [document.title, document.tags, await content.text()],
  status: changed.status,
  conflict: [conflict?.error.code, (conflict?.error.details?.current as api.Task | undefined)?.title],
  missing: missing.status === 404 && missing.data.error.code,
  isRemoved: removed.id === event.id,
  results: results.map(({ kind, title }) => [kind, title]),
}));
`;
