import type { PgBoss } from "pg-boss";
import type { JobDefinition } from "./jobs.ts";

type QueueDatabase = { executeSql(text: string, values?: unknown[]): Promise<unknown> };

/**
 * Moves waiting jobs from queues of earlier versions to the current ones, and deletes those queues and their schedules.
 */
export async function renameQueues(
  boss: PgBoss,
  database: QueueDatabase,
  schema: string,
  jobs: readonly JobDefinition[],
): Promise<void> {
  const queues = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const { name, formerNames = [] } of jobs)
    for (const former of formerNames) {
      if (!queues.has(former)) continue;
      // rule: built-sql - the schema is a constant of queue.ts; the names are parameters
      await database.executeSql(
        `update ${schema}.job set name = $1 where name = $2 and state in ('created', 'retry', 'active')`,
        [name, former],
      );
      await boss.deleteQueue(former);
    }
}
