/** A condition that keeps the program from starting. Its message is the one line a person reads; nothing was changed. */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StartError";
  }
}
