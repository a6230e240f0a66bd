/** Name of a piece of work → its function, loaded when it is wanted. Input and output travel as structured clones. */
export type WorkFunctions = Readonly<Record<string, () => Promise<(input: never) => unknown>>>;

/** From the program that wants work done, and back; `ready` comes once, before the first. */
export type WorkOrder = { number: number; input: unknown };
export type WorkAnswer =
  | { kind: "ready" }
  | { kind: "done"; number: number; output: unknown }
  | { kind: "failed"; number: number; message: string };

/** The program of a worker process: does one kind of work, one piece after another, until its parent is gone. */
export async function serveWork(functions: WorkFunctions, name = process.argv[2] ?? ""): Promise<void> {
  const load = functions[name];
  if (!load) throw new Error(`No work is named '${name}'`);
  process.on("disconnect", () => process.exit());
  const perform = await load();
  process.on("message", async (order: WorkOrder) => answer(await outcome(perform as Perform, order)));
  answer({ kind: "ready" });
}

type Perform = (input: unknown) => unknown;

async function outcome(perform: Perform, { number, input }: WorkOrder): Promise<WorkAnswer> {
  try {
    return { kind: "done", number, output: await perform(input) };
  } catch (error) {
    return { kind: "failed", number, message: error instanceof Error ? error.message : String(error) };
  }
}

const answer = (message: WorkAnswer) => process.send?.(message);
