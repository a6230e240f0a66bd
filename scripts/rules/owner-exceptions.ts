import type { Exceptions } from "./rule.ts";

/** Queries on owned tables that rightly name no owner, each file reviewed. Each addition shows in review. */
export const OWNER_EXCEPTIONS: Exceptions = {
  "src/platform/auth/agents.ts": {
    count: 9,
    reason:
      "a program shows a code or token while nobody is signed in, and its hash says whose it is; what is too old goes, whoever began it",
  },
  "src/platform/auth/credentials/passkeys.ts": {
    count: 3,
    reason:
      "before a sign-in the credential or the hash of the step says whose it is; steps that are too old go",
  },
  "src/platform/auth/credentials/verification-token.ts": {
    count: 2,
    reason: "whoever opens a mailed link is not signed in: the hash of its token says whose it is",
  },
  "src/platform/auth/sign-in/begin-session.ts": {
    count: 5,
    reason:
      "the cookie of the browser names the session that is replaced; what has ended goes, whoever had it",
  },
  "src/platform/auth/sign-in/known-devices.ts": {
    count: 1,
    reason: "before a sign-in the hash of the browser's cookie is all that is known",
  },
  "src/platform/auth/sign-in/second-factor.ts": {
    count: 5,
    reason: "between password and code the hash of the step says whose it is; steps that are too old go",
  },
};
