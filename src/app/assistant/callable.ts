import { calendar } from "#features/calendar/slice.ts";
import { commitments } from "#features/commitments/slice.ts";
import { communication } from "#features/communication/slice.ts";
import { contacts } from "#features/contacts/slice.ts";
import { briefings, dailyOps, today } from "#features/daily-ops/slice.ts";
import { documents } from "#features/documents/slice.ts";
import { email } from "#features/email/slice.ts";
import { planning } from "#features/planning/slice.ts";
import { settings } from "#features/settings/slice.ts";
import { tasks } from "#features/tasks/slice.ts";
import { team } from "#features/team/slice.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { AppError } from "#platform/capability/errors.ts";
import { registryOf, type Slice } from "#platform/capability/slice.ts";
import { projectLinks } from "../project-links/slice.ts";
import { recentInteractions } from "../recent-interactions/slice.ts";
import { search } from "../search/slice.ts";
import { currentCapability, withCurrentFields } from "./former-names.ts";
import { memories } from "./memories.ts";

/** The areas that the assistant can act in. */
const AREA_SLICES = [
  calendar,
  commitments,
  communication,
  contacts,
  dailyOps,
  documents,
  email,
  settings,
  tasks,
  team,
];

const ALL: readonly Slice[] = [
  ...AREA_SLICES,
  briefings,
  planning,
  projectLinks,
  recentInteractions,
  search,
  today,
  { name: "assistant", resources: [memories] },
];

/** Every capability that the assistant may call, undo, or run after approval. */
export const callable = registryOf(ALL);

const slices = new Map(
  ALL.flatMap(({ name, area = name, resources }) =>
    resources.flatMap((resource) =>
      (Object.values(resource) as AnyCapability[]).map((capability) => [capability.name, area] as const),
    ),
  ),
);

export const sliceOfName = (name: string): string => slices.get(name) ?? "";

/** Calls it with the person's rights, in their transaction; the call may have been stored before an upgrade. */
export function callByName(context: SignedIn, name: string, input: unknown): Promise<unknown> {
  const capability = callable.get(currentCapability(name));
  const isForHands = capability?.definition.sessionOnly || capability?.definition.agents === "hidden";
  if (!capability || isForHands) throw new AppError("invalid", t`The assistant may not call ${name}`);
  return capability(context, withCurrentFields(name, input));
}
