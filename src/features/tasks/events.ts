import { z } from "zod";
import { Id } from "#platform/capability/wire.ts";

/** A person completed tasks of theirs, or moved them to the trash. */
export const TasksEnded = z.object({ userId: Id, ids: z.array(Id) });

/** Jobs of other features subscribe to it. */
export const tasksEnded = { name: "tasks.ended", payload: TasksEnded };
