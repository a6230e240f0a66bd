import { feedOfEach, type Slice } from "#platform/capability/slice.ts";
import type { NoticeLines } from "#platform/notify/notice-lines.ts";
import { reminderLines } from "./add-to-reminder.ts";
import { commitments as commitmentVerbs } from "./commitments.ts";
import descriptions from "./descriptions.json" with { type: "json" };
import {
  checkEvidence,
  findUnread,
  readThreads,
  receiveDiscussions,
  receiveDocuments,
  receiveMail,
  receiveMessages,
  receiveNotes,
  receiveSentMail,
} from "./jobs.ts";

/** They quote mail, chats, decisions and documents, so a key for one of these areas alone must not list them. */
export const commitments: Slice & { noticeLines: NoticeLines } = {
  name: "commitments",
  area: "search",
  descriptions,
  resources: [commitmentVerbs],
  jobs: [
    readThreads,
    receiveMail,
    receiveSentMail,
    receiveMessages,
    receiveDiscussions,
    receiveDocuments,
    receiveNotes,
    findUnread,
    checkEvidence,
  ],
  noticeLines: reminderLines,
  feeds: { commitments: feedOfEach(commitmentVerbs.get, commitmentVerbs.counts) },
};
