import type { z } from "zod";
import { commitments } from "#features/commitments/commitments.ts";
import type { Person, TestDatabase } from "#platform/testing/test-database.ts";
import type { AppliedWhatIf, WhatIfAnswer } from "../alternative-model.ts";
import { plan } from "../plan.ts";
import { aPlanner, planCalls } from "../plan-calls.factory.ts";

export type AnswerOnWire = z.input<typeof WhatIfAnswer>;

type Fields = Record<string, unknown>;

/** A person in Berlin who asks what would be. */
export const anAsker = async (server: TestDatabase, fullName: string) =>
  askerCalls((await aPlanner(server, fullName)).person);

export function askerCalls(person: Person) {
  return {
    ...planCalls(person),
    whatIf: (changes: readonly Fields[], scope: Fields = {}) =>
      person.invoke(plan.whatIf, { ...scope, changes }) as Promise<AnswerOnWire>,
    applyWhatIf: (answer: AnswerOnWire, changes: readonly Fields[], kind?: string) =>
      person.invoke(plan.applyWhatIf, shownAlternative(answer, changes, kind)) as Promise<
        z.input<typeof AppliedWhatIf>
      >,
    promise: (what: string, fields: Fields) => person.invoke(commitments.create, { what, ...fields }),
  };
}

type Asker = ReturnType<typeof askerCalls>;

/** An event that somebody else organizes, to which the person was invited. */
export async function invitedTo(
  server: TestDatabase,
  ada: Asker,
  title: string,
  startTime: string,
  endTime: string,
  fields = {},
) {
  const event = await ada.event(title, startTime, endTime, { attendees: ["olga@x.example"], ...fields });
  const participants = [{ address: ada.person.email, name: "Ada", role: "required", status: "accepted" }];
  await server.owner.query(
    "update events set organizer = 'olga@x.example', participants = $2 where id = $1 or series_id = $1",
    [event.seriesId ?? event.id, JSON.stringify(participants)],
  );
  return event;
}

/** What is sent to apply the alternative of this kind, or the cheapest one. */
export function shownAlternative(answer: AnswerOnWire, changes: readonly Fields[], kind?: string) {
  const found = answer.alternatives.find((one) => kind === undefined || one.kind === kind);
  if (!found) throw new Error(`There is no alternative '${kind}'`);
  return {
    ...{ from: answer.from, to: answer.to, changes, kind: found.kind, basis: found.basis },
    blocks: found.blocks.map(({ item, startTime, endTime }) => ({ item, startTime, endTime })),
    steps: found.steps.map(({ step }) => step),
    drafts: found.drafts,
  };
}
