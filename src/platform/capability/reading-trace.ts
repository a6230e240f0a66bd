import { type Answering, containsExternalText } from "./external-text.ts";

/**
 * Notes whether a request was told words that somebody else may have written. Each answer of a capability is looked at, so a
 * new one counts as outside until its records say otherwise.
 */
export class ReadingTrace {
  #isTainted: boolean;

  constructor(isTainted = false) {
    this.#isTainted = isTainted;
  }

  get isTainted(): boolean {
    return this.#isTainted;
  }

  note(capability: Answering, output: unknown): void {
    this.#isTainted ||= containsExternalText(capability, output);
  }

  taint(): void {
    this.#isTainted = true;
  }
}
