import { t } from "#i18n/message.ts";

/** Why a file is not taken, in words for the person who sent it. */
export const REFUSALS = {
  locked: t`The file is protected by a password: remove the protection and upload it again`,
  macros: t`The file contains macros, which are programs: save it without them and upload it again`,
  broken: t`The file is damaged and cannot be opened`,
  bomb: t`The file unpacks to far more than its size`,
  complex: t`A page of the file draws far more than a page needs: print it to a new PDF and upload that`,
  other: t`The content of the file does not match its name`,
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
