import { type Answering, containsExternalText } from "./external-text.ts";

/**
 * Records whether a request has read text that somebody else may have written. Each answer of a capability is checked,
 * so a new capability counts as outside unless its records' provenance says otherwise.
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
