import type { Person } from "#platform/testing/test-database.ts";
import type { ProjectOnWire, TaskOnWire } from "./model.ts";
import { projects } from "./projects.ts";
import { tasks } from "./tasks.ts";

type Fields = Record<string, unknown>;

/** What Ada, or the person named as the second argument, does with tasks. */
export const taskCalls = (ada: Person) => {
  const callerOf =
    <T>(verb: unknown) =>
    (input: Fields = {}, person: Person = ada) =>
      person.invoke(verb, input) as Promise<T>;
  const newTask = callerOf<TaskOnWire>(tasks.create);
  const update = callerOf<TaskOnWire>(tasks.update);
  const read = callerOf<TaskOnWire>(tasks.get);
  return {
    callerOf,
    newTask,
    create: (fields: Fields = {}) => newTask({ title: "Call Anna", ...fields }),
    update,
    change: ({ id, version }: TaskOnWire, fields: Fields) => update({ id, version, ...fields }),
    updateMany: callerOf<{ ids: string[]; items: TaskOnWire[] }>(tasks.updateMany),
    get: (task: { id: string }) => read({ id: task.id }),
    move: callerOf<TaskOnWire>(tasks.move),
    remove: callerOf<{ ids: string[] }>(tasks.delete),
    restore: callerOf<TaskOnWire>(tasks.restore),
    trash: callerOf<{ items: TaskOnWire[] }>(tasks.trash),
    newProject: callerOf<ProjectOnWire>(projects.create),
  };
};
