import { Socket } from "node:net";

/**
 * Name of a piece of work → its function, loaded on demand. Input and output are structured clones; a file's bytes
 * arrive through a separate pipe and are the second argument.
 */
export type WorkFunctions = Readonly<Record<string, () => Promise<WorkFunction>>>;
export type WorkFunction = (input: never, bytes: Buffer<ArrayBuffer>) => unknown;

/** File descriptor of the pipe in the process. */
export const BYTES_PIPE = 4;

/** Messages to the worker process and back; `ready` is sent once, before the first. */
export type WorkOrder = { number: number; input: unknown; size: number };
export type WorkAnswer =
  | { kind: "ready" }
  | { kind: "done"; number: number; output: unknown }
  | { kind: "failed"; number: number; message: string };

/** The main program of a worker process: does one kind of work, one piece after another, until its parent is gone. */
export async function serveWork(functions: WorkFunctions, name = process.argv[2] ?? ""): Promise<void> {
  const load = functions[name];
  if (!load) throw new Error(`No work is named '${name}'`);
  process.on("disconnect", () => process.exit());
  const perform = await load();
  const pipe = new Socket({ fd: BYTES_PIPE, readable: true, writable: false });
  process.on("message", async (order: WorkOrder) => answer(await outcome(perform, pipe, order)));
  answer({ kind: "ready" });
}

async function outcome(
  perform: WorkFunction,
  pipe: Socket,
  { number, input, size }: WorkOrder,
): Promise<WorkAnswer> {
  try {
    const bytes = await bytesFrom(pipe, size);
    return { kind: "done", number, output: await perform(input as never, bytes) };
  } catch (error) {
    return { kind: "failed", number, message: error instanceof Error ? error.message : String(error) };
  }
}

const answer = (message: WorkAnswer) => process.send?.(message);

/** The next `size` bytes of the pipe; the writer sends no more than it has announced. */
async function bytesFrom(pipe: Socket, size: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.alloc(size);
  let filled = 0;
  while (filled < size) {
    const chunk: Buffer | null = pipe.read();
    if (chunk) filled += chunk.copy(bytes, filled);
    else await new Promise((resolve) => pipe.once("readable", resolve));
  }
  return bytes;
}
