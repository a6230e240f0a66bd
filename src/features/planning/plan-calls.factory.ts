import type { z } from "zod";
import { events } from "#features/calendar/calendar-events.ts";
import type { EventOnWire } from "#features/calendar/model.ts";
import type { TaskOnWire } from "#features/tasks/model.ts";
import { tasks } from "#features/tasks/tasks.ts";
import type { Person, TestDatabase } from "#platform/testing/test-database.ts";
import type { AppliedPlan, Proposal } from "./model.ts";
import { plan } from "./plan.ts";

export type ProposalOnWire = z.input<typeof Proposal>;
type Fields = Record<string, unknown>;

/** A person in Berlin, and what they do with their plan. Their days are those of December 2026. */
export async function aPlanner(server: TestDatabase, fullName: string) {
  const actor = await server.aUser({ fullName });
  await server.owner.query("update profiles set time_zone = 'Europe/Berlin' where user_id = $1", [
    actor.userId,
  ]);
  return planCalls(server.as(actor));
}

export function planCalls(person: Person) {
  const propose = (scope: Fields = {}) => person.invoke(plan.propose, scope) as Promise<ProposalOnWire>;
  const apply = (shown: Fields) => person.invoke(plan.apply, shown) as Promise<z.input<typeof AppliedPlan>>;
  return {
    person,
    propose,
    apply,
    applyShown: async (scope: Fields = {}) => {
      const proposal = await propose(scope);
      return {
        proposal,
        applied: await apply({ ...shownOf(proposal), ...(scope.items ? { items: scope.items } : {}) }),
      };
    },
    task: (title: string, fields: Fields = {}) =>
      person.invoke(tasks.create, { title, ...fields }) as Promise<TaskOnWire>,
    changeTask: ({ id, version }: TaskOnWire, fields: Fields) =>
      person.invoke(tasks.update, { id, version, ...fields }) as Promise<TaskOnWire>,
    event: (title: string, startTime: string, endTime: string, fields: Fields = {}) =>
      person.invoke(events.create, { title, startTime, endTime, ...fields }) as Promise<EventOnWire>,
    calendar: async () =>
      (
        (await person.invoke(events.list, { from: "2026-11-30T00:00:00Z", to: "2026-12-20T00:00:00Z" })) as {
          items: EventOnWire[];
        }
      ).items,
  };
}

/** What is sent to apply a proposal. */
export const shownOf = ({ from, to, basis, blocks }: ProposalOnWire) => ({
  ...{ from, to, basis },
  blocks: blocks.map(({ item, startTime, endTime }) => ({ item, startTime, endTime })),
});

/** 'Call Anna 08:00-08:15', in UTC, of blocks and events. */
export const timesOf = ({
  title,
  startTime,
  endTime,
}: {
  title: string;
  startTime: string;
  endTime: string;
}) => `${title} ${startTime.slice(8, 16)}-${endTime.slice(11, 16)}`;
