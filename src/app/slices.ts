import { admin } from "#features/admin/slice.ts";
import type { AttentionContribution } from "#features/attention/public/attention-source.ts";
import { provideAttention } from "#features/attention/public/provide-attention.ts";
import { attention } from "#features/attention/slice.ts";
import { calendar } from "#features/calendar/slice.ts";
import { commitments } from "#features/commitments/slice.ts";
import { communication } from "#features/communication/slice.ts";
import { contacts } from "#features/contacts/slice.ts";
import { provideCommandAnswerer } from "#features/daily-ops/public/command-answerer.ts";
import { briefings, dailyOps, today } from "#features/daily-ops/slice.ts";
import { dataRights } from "#features/data-rights/slice.ts";
import { documents } from "#features/documents/slice.ts";
import { email } from "#features/email/slice.ts";
import type { Imports } from "#features/integrations/public/importer.ts";
import { provideImports } from "#features/integrations/public/provide-imports.ts";
import { integrations } from "#features/integrations/slice.ts";
import { payments } from "#features/payments/slice.ts";
import { planning } from "#features/planning/slice.ts";
import { settings } from "#features/settings/slice.ts";
import { tasks } from "#features/tasks/slice.ts";
import { team } from "#features/team/slice.ts";
import { type Feed, registryOf, type Slice } from "#platform/capability/slice.ts";
import { type NoticeLines, provideNoticeLines } from "#platform/notify/notice-lines.ts";
import presenceDescriptions from "#platform/presence/descriptions.json" with { type: "json" };
import { presence } from "#platform/presence/presence.ts";
import { assistant } from "./assistant/slice.ts";
import { dashboard } from "./dashboard/slice.ts";
import { projectLinks } from "./project-links/slice.ts";
import { recentInteractions } from "./recent-interactions/slice.ts";
import { search } from "./search/slice.ts";

const platform: Slice = { name: "platform", descriptions: presenceDescriptions, resources: [presence] };

/** One line per slice: the product's table of contents. */
export const slices: readonly (Slice & {
  imports?: Imports;
  attention?: AttentionContribution;
  noticeLines?: NoticeLines;
})[] = [
  assistant,
  briefings,
  dashboard,
  projectLinks,
  recentInteractions,
  search,
  admin,
  attention,
  calendar,
  commitments,
  communication,
  contacts,
  dailyOps,
  dataRights,
  documents,
  email,
  integrations,
  payments,
  planning,
  platform,
  settings,
  tasks,
  team,
  today,
];

provideImports(slices.flatMap(({ imports }) => imports ?? []));
provideAttention(slices.flatMap(({ attention }) => attention ?? []));
provideNoticeLines(slices.flatMap(({ noticeLines }) => (noticeLines ? [noticeLines] : [])));
provideCommandAnswerer(assistant.commandAnswerer);

export const registry = registryOf(slices);

/** How the event stream reads the changed records of a resource. */
export const feeds: ReadonlyMap<string, Feed> = new Map(
  slices.flatMap((slice) => Object.entries(slice.feeds ?? {})),
);
