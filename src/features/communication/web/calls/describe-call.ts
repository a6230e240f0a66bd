import { plural, t } from "#i18n/message.ts";
import { MAX_CALL_PARTICIPANTS } from "../../call-model.ts";
import type { MediaView } from "./call-media.ts";
import { MICROPHONE_MESSAGES } from "./device-messages.ts";
import type { SessionView } from "./session-view.ts";

/** One line about the state of the call. */
export function describeState({ phase, people, call, isOffline, ending }: SessionView, name: string): string {
  if (phase === "over") return ending;
  if (phase === "starting") return t`Starting the call …`;
  if (isOffline) return t`The server cannot be reached. People already connected can still hear you.`;
  if (phase === "ringing")
    return people.length > 0 ? t`Ringing ${name} …` : t`Waiting for somebody to join …`;
  const present = people.filter(({ state }) => state === "joined");
  if (present.length === 0) return t`Only you are here`;
  if (present.every(({ link }) => link === "failed")) return t`No connection`;
  if (present.some(({ link }) => link === "connecting")) return t`Connecting …`;
  if (present.some(({ link }) => link === "unstable")) return t`Reconnecting …`;
  return call?.isGroup ? describeCount(present.length + 1) : t`Connected`;
}

const describeCount = (people: number): string =>
  people >= MAX_CALL_PARTICIPANTS
    ? plural(people, {
        one: `${people} person, the call is full`,
        other: `${people} people, the call is full`,
      })
    : plural(people, { one: `${people} person`, other: `${people} people` });

/** The one problem that the user should know or solve now; empty without one. */
export function describeProblem({ people, phase, hasRelay }: SessionView, own: MediaView): string {
  const problem = MICROPHONE_MESSAGES[own.microphone];
  if (phase === "over") return "";
  if (problem) return problem;
  if (own.isSilent) return t`No sound from your microphone. Choose another one under Devices.`;
  const failed = people.find(({ link, state }) => link === "failed" && state === "joined");
  if (failed)
    return hasRelay
      ? t`${failed.fullName} cannot be reached. Still trying.`
      : t`${failed.fullName} cannot be reached directly. An administrator can set up a TURN server for calls between networks.`;
  if (people.some(({ quality }) => quality === "poor"))
    return own.camera === "on" || own.isSharing
      ? t`The connection is poor. Stop your camera to improve the sound.`
      : t`The connection is poor`;
  return "";
}
