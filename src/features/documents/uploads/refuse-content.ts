/** Why a file is not taken, in words for the person who sent it. */
export const REFUSALS = {
  locked: "The file is protected by a password: remove the protection and upload it again",
  macros: "The file contains macros, which are programs: save it without them and upload it again",
  broken: "The file is damaged and cannot be opened",
  bomb: "The file unpacks to far more than its size",
  complex: "A page of the file draws far more than a page needs: print it to a new PDF and upload that",
  other: "The content of the file does not match its name",
} as const;
export type Refusal = keyof typeof REFUSALS;

/** Thrown by any check of a file's content. */
export class RefusedContent extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(REFUSALS[refusal]);
    this.name = "RefusedContent";
    this.refusal = refusal;
  }
}
