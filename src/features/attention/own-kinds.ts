import { t } from "#i18n/message.ts";
import type { AttentionKind } from "./public/attention-source.ts";

/** The kinds whose sources are in this slice. */
export const ownKinds: Readonly<Record<string, AttentionKind>> = {
  task: {
    label: () => t`Tasks`,
    points: 35,
    reason: (blocker, isOverdue) => {
      if (blocker === null) return isOverdue ? t`This task is overdue` : t`This task is due today`;
      return isOverdue
        ? t`This task is overdue and waits for “${blocker}”`
        : t`This task is due today and waits for “${blocker}”`;
    },
    acts: ["complete"],
  },
  blocker: {
    label: () => t`Tasks that block other tasks`,
    points: 50,
    reason: (blocker) =>
      blocker === null
        ? t`Another of your tasks waits for this`
        : t`Another of your tasks waits for this, and this for “${blocker}”`,
    acts: ["complete"],
  },
  conflict: {
    label: () => t`Events at the same time`,
    points: 45,
    reason: (other) => t`It takes place at the same time as “${other ?? ""}”`,
    acts: ["open"],
  },
  invitation: {
    label: () => t`Invitations`,
    points: 35,
    reason: () => t`You have not answered this invitation`,
    acts: ["answer"],
  },
  focus: {
    label: () => t`Invitations in your focus hours`,
    points: 35,
    reason: () => t`In your focus hours, and not answered yet`,
    acts: ["answer", "propose"],
  },
  vote: {
    label: () => t`Votes`,
    points: 40,
    reason: (workspace) => t`Your vote is missing in ${workspace ?? ""}`,
    acts: ["vote"],
  },
  paper: {
    label: () => t`Papers of decisions`,
    points: 20,
    reason: (decision) => t`You have not read this paper for “${decision ?? ""}”`,
    acts: ["read"],
  },
  workspace: {
    label: () => t`Invitations to workspaces`,
    points: 25,
    reason: () => t`You are invited to this workspace`,
    acts: ["join"],
  },
  mention: {
    label: () => t`Mentions`,
    points: 40,
    reason: (group) => (group ? t`You are mentioned in ${group}` : t`You are mentioned`),
    acts: ["reply"],
  },
  message: {
    label: () => t`Messages`,
    points: 30,
    reason: () => t`You have not read this message`,
    acts: ["reply"],
  },
  document: {
    label: () => t`Shared documents`,
    points: 15,
    reason: (words) => words ?? t`A document was shared with you`,
    acts: ["read"],
  },
  deadline: {
    label: () => t`Deadlines in documents`,
    points: 25,
    reason: (sentence) => t`The document says: “${sentence ?? ""}”`,
    acts: ["open"],
  },
  delivery: {
    label: () => t`Emails that were not sent`,
    points: 50,
    reason: (reason) => reason ?? t`This email was not sent`,
    acts: ["resolve"],
  },
  account: {
    label: () => t`Accounts that do not sync`,
    points: 50,
    reason: (reason) => reason ?? t`This account does not sync`,
    acts: ["resolve"],
  },
  request: {
    label: () => t`Requests to you`,
    points: 45,
    reason: (quote) => (quote ? t`They ask: “${quote}”` : t`They wait for your answer`),
    acts: ["reply"],
  },
  promise: {
    label: () => t`Your promises`,
    points: 40,
    reason: (quote) => (quote ? t`You promised: “${quote}”` : t`You promised this`),
    acts: ["open"],
  },
  waiting: {
    label: () => t`Promises to you`,
    points: 30,
    reason: (quote) => (quote ? t`They promised: “${quote}”` : t`They promised this`),
    acts: ["nudge"],
  },
};
