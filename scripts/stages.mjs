import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./toolchain.mjs";

/**
 * The tests of `npm run test:long` that `npm test` omits, each with its reason.
 * @type {Readonly<Record<string, string>>}
 */
export const LONG_TESTS = {
  "src/app/assistant/content/questions.test.ts":
    "300 of 600 questions about what is written in five accounts",
  "src/app/assistant/hostile-model.test.ts": "a model that asks for every tool",
  "src/app/assistant/understanding/world/try-sentences.test.ts": "2,100 sentences in a filled workspace",
  "src/app/dashboard/figures-plan.test.ts": "plans at 50,000 rows",
  "src/app/dashboard/sample/load-sample.test.ts": "the whole sample workspace, several times",
  "src/app/dashboard/sample/remove-sample.test.ts": "the whole sample workspace, several times",
  "src/app/laws/bounded-parsing.test.ts": "files that are as bad as they can be, up to their limits of time",
  "src/app/laws/crash.test.ts": "crashes of the whole program, with its start again",
  "src/app/laws/database-outage.test.ts": "takes the database away for as long as the law allows",
  "src/app/laws/download-access.test.ts": "every file by everyone, with and without row-level security",
  "src/app/laws/each-wall-alone.test.ts": "every row by everyone, each wall taken down in turn",
  "src/app/laws/feed-of-sessions.test.ts": "the stream of every kind of session, with every record",
  "src/app/laws/hostile-input.test.ts": "the worst inputs to every capability",
  "src/app/laws/hostile-peer-signed-in.test.ts": "waits for peers that never answer",
  "src/app/laws/hostile-peer.test.ts": "waits for peers that never answer",
  "src/app/laws/linear-patterns.test.ts": "every regular expression against its worst text",
  "src/app/laws/network-failure-survival.test.ts": "breaks every connection at every place",
  "src/app/laws/nothing-of-others.test.ts":
    "every reading capability, before and after the data of others is there",
  "src/app/laws/others-rows.test.ts": "every capability with the rows of others",
  "src/app/laws/prompt-injection.test.ts": "every text that a stranger can write, in every reading tool",
  "src/app/laws/record-origin.test.ts": "every field that a stranger can write, in every record",
  "src/app/laws/request-bodies.test.ts": "bodies of 50 MB at every path",
  "src/app/laws/revoked-access.test.ts": "every right, taken away while it is used",
  "src/app/laws/same-without-others.test.ts": "every capability twice, before and after the data is copied",
  "src/app/laws/states-of-others.test.ts": "every record in each of its states",
  "src/app/laws/tainted-runs.test.ts": "every tool, after a stranger's text was read",
  "src/app/tests/api-day-of-work.test.ts": "generates, type-checks and runs a client of the whole API",
  "src/app/tests/connection-errors.test.ts": "every provider that refuses, in every way",
  "src/app/tests/decision-log-size.test.ts": "22,000 logs in one transaction",
  "src/app/tests/encrypted-backups.test.ts": "starts a program for every archive and key",
  "src/app/tests/time-proposals.test.ts": "mail between two people, read by processes that parse it",
  "src/app/tests/upgrade.test.ts": "the way from every older version",
  "src/features/admin/run-backups.test.ts": "backups of a whole instance, verified by restoring them",
  "src/features/calendar/icalendar/stored-components.test.ts":
    "imports of any property, each in a process that reads files",
  "src/features/contacts/contact-cards.test.ts": "a dozen imports, each in a process that reads files",
  "src/features/daily-ops/briefing-zones.test.ts": "every hour of 400 days in 20 zones",
  "src/features/daily-ops/providers/provider-faults.test.ts": "waits for providers that are slow",
  "src/features/data-rights/data-rights.test.ts": "archives and deletions of whole accounts",
  "src/features/documents/bucket.test.ts": "a bucket that fails in every way, and backups with it",
  "src/features/documents/read-document.test.ts": "reads files and recognises text in scans",
  "src/features/documents/routes.test.ts": "uploads of up to 50 MB",
  "src/features/documents/uploads/import-notes.test.ts": "eight imports, each in a process that reads files",
  "src/features/email/delivery/delivery-worker-crash.test.ts": "kill -9 of deliveries",
  "src/features/email/reading/large-mail.test.ts": "files of 30 MB through a real server",
  "src/features/email/sync/folder-changes.test.ts": "waits for the interval between two listings of folders",
  "src/features/email/sync/two-clients.test.ts": "hundreds of random acts of two clients",
  "src/features/planning/engine/plan-many-weeks.test.ts": "10,000 generated weeks in ten zones",
  "src/features/planning/engine/plan-optimum.test.ts": "the optimum of 60 weeks, by a solver",
  "src/features/planning/what-if/what-if-many-weeks.test.ts": "1,000 generated weeks with changes",
  "src/features/team/races.test.ts": "hundreds of acts at the same time",
  "src/features/team/role-matrix.test.ts": "every verb by everyone",
  "src/platform/database/backup/backup.test.ts": "backups of whole instances, restored elsewhere",
  "src/platform/database/backup/encrypt-archive.test.ts": "archives of any size",
  "src/platform/database/embedded/embedded.test.ts": "kill -9 of the database in a stream of writes",
  "src/platform/workers/workers.test.ts": "processes that hang, crash and use too much memory",
};

/**
 * The long tests that have a process of their own; all others share the modules that their worker has loaded.
 * @type {Readonly<Record<string, string>>}
 */
export const ALONE_TESTS = {
  "src/app/laws/hostile-peer-signed-in.test.ts": "measures the memory of its process",
  "src/app/laws/hostile-peer.test.ts": "measures the memory of its process",
  "src/app/laws/request-bodies.test.ts": "measures the memory of its process",
  "src/platform/database/backup/encrypt-archive.test.ts": "measures the memory of its process",
};

/** The page tests of one area, in a folder of its own: `npm test` runs those of all areas, which are beside the folders. */
export const PAGE_DETAILS = "src/app/web/page-tests/*/**/*.test.ts";

/**
 * The tests with servers of others, each with what it starts. `npm test` omits these as well: it needs this repository only.
 * @type {Readonly<Record<string, string>>}
 */
export const SERVER_TESTS = {
  "src/app/tests/cards/agents-and-cards.test.ts": "Radicale",
  "src/app/tests/cards/card-accounts.test.ts": "Radicale",
  "src/app/tests/cards/card-books.test.ts": "Radicale",
  "src/app/tests/cards/card-conflicts.test.ts": "Radicale",
  "src/app/tests/cards/card-sync.test.ts": "Radicale",
  "src/app/tests/cards/merged-cards.test.ts": "Radicale",
  "src/app/tests/cards/weak-etags.test.ts": "Radicale",
  "src/app/tests/exchange-mail.test.ts": "Dovecot, Postfix and libical",
  "src/app/tests/messages-by-mail.test.ts": "Postfix with OpenDKIM, and Dovecot",
  "src/app/tests/proposals-by-mail.test.ts": "Postfix with OpenDKIM, and Dovecot",
  "src/app/tests/scheduling-messages.test.ts": "libical",
  "src/app/web/page-tests/settings/address-books.test.ts": "Radicale",
  "src/features/calendar/sync/imported-components.test.ts": "Radicale",
  "src/features/calendar/sync/refused-changes.test.ts": "Radicale",
  "src/features/calendar/sync/round-trip.test.ts": "Radicale",
  "src/features/calendar/sync/sync-caldav.test.ts": "Radicale",
  "src/features/calendar/sync/two-calendars.test.ts": "Radicale",
  "src/features/calendar/sync/unreadable-events.test.ts": "Radicale",
  "src/features/email/accounts/trust-certificate.test.ts": "Dovecot and Postfix",
  "src/features/email/delivery/find-in-sent-folder.test.ts": "Dovecot",
  "src/features/email/delivery/irregular-mail.test.ts": "Dovecot and Postfix",
  "src/features/email/delivery/send-from-account.test.ts": "Dovecot and Postfix",
  "src/features/email/mail-accounts.test.ts": "Dovecot and Postfix",
  "src/features/email/sync/answer-receipt-requests.test.ts": "Dovecot and Postfix",
  "src/features/email/sync/fetch-bodies.test.ts": "Dovecot",
  "src/features/email/sync/imap-traffic.test.ts": "Dovecot",
  "src/features/email/sync/mail-servers.test.ts": "Dovecot",
  "src/features/email/sync/mail-sync.test.ts": "Dovecot",
  "src/features/email/sync/message-identity.test.ts": "Dovecot",
  "src/features/email/sync/read-receipts.test.ts": "Dovecot and Postfix",
  "src/features/email/sync/replay-refusals.test.ts": "Dovecot",
  "src/features/email/sync/sync-drafts.test.ts": "Dovecot",
  "src/features/email/sync/sync-mailbox.test.ts": "Dovecot",
  "src/features/email/sync/two-accounts.test.ts": "Dovecot",
  "src/platform/mail/list-folders.test.ts": "Dovecot",
  "src/platform/mail/open-imap.test.ts": "Dovecot",
  "src/platform/mail/real-server.test.ts": "Postfix",
  "src/platform/outbound/allocate-relay.test.ts": "coturn",
};

/**
 * The same for journeys.
 * @type {Readonly<Record<string, string>>}
 */
export const LONG_JOURNEYS = {
  "e2e/accessibility.journey.ts": "walks through every page, in both themes",
  "e2e/admin-area.journey.ts": "three sign-ins, with the redirect of each",
  "e2e/assistant-model.journey.ts": "a language model that streams, asks and proposes",
  "e2e/backup.journey.ts": "a backup under load, restored elsewhere",
  "e2e/booking.journey.ts": "a visitor and a host, each with a browser, in two time zones",
  "e2e/call-devices.journey.ts": "a camera and a microphone",
  "e2e/call-lines.journey.ts": "video of three people, encoded in software",
  "e2e/call-network.journey.ts": "waits until browsers notice a lossy and a dead network",
  "e2e/call-window.journey.ts": "video of two people, encoded in software",
  "e2e/calls.journey.ts": "video and a shared screen, encoded in software",
  "e2e/command-line.journey.ts": "starts a program for every command",
  "e2e/confirm-address.journey.ts": "a mail server, and a message that must arrive",
  "e2e/crash-recovery.journey.ts": "kill -9 in a stream of writes",
  "e2e/document-link.journey.ts": "a visitor beside the owner, before and after the link is revoked",
  "e2e/evening-wrap.journey.ts": "two planned days, and every act of an evening with its undo",
  "e2e/first-steps.journey.ts": "Dovecot and Postfix",
  "e2e/heavy-mail.journey.ts": "a mail of the largest size",
  "e2e/hours-and-rides.journey.ts": "settings, tasks and a week, on two devices in both themes",
  "e2e/help.journey.ts": "reads the documentation on two devices",
  "e2e/image.journey.ts": "builds what a container would hold",
  "e2e/impersonation.journey.ts": "two people, one in the other's place",
  "e2e/integrations.journey.ts": "popups and consent pages of a provider",
  "e2e/large-upload.journey.ts": "a large file whose upload is interrupted",
  "e2e/long-conversation.journey.ts": "hundreds of messages, scrolled through",
  "e2e/mail-accounts.journey.ts": "Dovecot and Postfix",
  "e2e/mail-certificate.journey.ts": "Dovecot and Postfix, with a certificate of their own",
  "e2e/mail-folders.journey.ts": "Dovecot",
  "e2e/mail-process.journey.ts": "Dovecot, and processes that are killed",
  "e2e/many-tasks.journey.ts": "thousands of tasks",
  "e2e/make-room.journey.ts": "full weeks, each searched many times",
  "e2e/message-delivery.journey.ts": "250 messages through two servers whose connections break off",
  "e2e/npm-start.journey.ts": "a fresh clone, installed and started",
  "e2e/other-sessions.journey.ts": "three browsers of one person",
  "e2e/languages.journey.ts": "measures every page in three languages, at up to four widths",
  "e2e/large-type.journey.ts": "measures every page at three widths, in a browser with large type",
  "e2e/page-quality.journey.ts": "measures every page at four widths",
  "e2e/passkeys.journey.ts": "an authenticator, and two sign-ins with it",
  "e2e/phone.journey.ts": "every area on a phone",
  "e2e/profile-picture.journey.ts": "two people, one of whom gets a picture",
  "e2e/promises.journey.ts": "waits for jobs that read mail for promises",
  "e2e/process-lifecycle.journey.ts": "starts and ends programs",
  "e2e/right-to-left.journey.ts": "measures every page at two widths, from right to left",
  "e2e/several-servers.journey.ts": "starts three programs on one database, and kills one",
  "e2e/shared-documents.journey.ts": "two people, before and after the document is shared",
  "e2e/strange-documents.journey.ts": "a PDF of 5,000 pages, and pages of any size",
  "e2e/startup-errors.journey.ts": "starts a program for every mistake",
  "e2e/swipe.journey.ts": "a finger on mail and tasks of a phone, with its motion",
  "e2e/team-invitation.journey.ts": "two people, one of whom signs up first",
  "e2e/today.journey.ts": "waits for the job that reads mail for requests",
  "e2e/twelve-jobs.journey.ts": "Dovecot and Postfix, and twelve jobs one after another",
  "e2e/verified-backup.journey.ts": "makes a backup and restores it to verify it",
  "e2e/voice.journey.ts": "a microphone, and speech that is transcribed",
};

/** @typedef {{ name: string, seconds: number }} Took */

/** The files of a report and their durations. @param {string} report @returns {Took[]} */
export function timesOf(report) {
  if (!existsSync(report)) return [];
  const { testResults, suites } = JSON.parse(readFileSync(report, "utf8"));
  if (testResults)
    return testResults.map((/** @type {{ name: string, startTime: number, endTime: number }} */ file) => ({
      name: relative(root, file.name),
      seconds: (file.endTime - file.startTime) / 1000,
    }));
  return suites.map((/** @type {Suite} */ suite) => ({
    name: join("e2e", suite.file),
    seconds: secondsOf(suite),
  }));
}

/** @typedef {{ file: string, suites?: Suite[], specs: { tests: { results: { duration: number }[] }[] }[] }} Suite */

/** @param {Suite} suite @returns {number} */
function secondsOf({ suites = [], specs }) {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  return [...own.map(({ duration }) => duration / 1000), ...suites.map(secondsOf)].reduce((a, b) => a + b, 0);
}

/** The ten slowest, one line each. @param {readonly Took[]} all */
export function longest(all) {
  return all
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, 10)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`)
    .join("\n");
}
