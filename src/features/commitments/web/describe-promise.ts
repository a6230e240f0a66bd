import { t } from "#i18n/message.ts";
import { readerWallClock } from "#platform/time/reader-clock.ts";
import { formatMediumDate, formatMonthAndDay, formatTime, isSameDay } from "#ui/dates.ts";
import { type CommitmentOnWire, hrefOf, hrefOfRecord } from "../commitment-model.ts";

/** Where the quoted sentence is; null for what the person wrote down. */
export const placeOf = (promise: CommitmentOnWire): string | null => promise.sourceId && hrefOf(promise);

/** Where the record that shows it is; null where it has no page, such as a call. */
export const placeOfEvidence = ({ evidence }: CommitmentOnWire): string | null =>
  evidence && hrefOfRecord(evidence.kind, evidence.id);

/** What is to be done, as a title. */
export const titleOf = ({ what }: CommitmentOnWire): string => what.charAt(0).toUpperCase() + what.slice(1);

/** The other person. */
export const nameOf = ({ partyName, party }: CommitmentOnWire): string => partyName || party || "";

/** The picture of the other person is found by their address or account. */
export const personOf = ({ party }: CommitmentOnWire) =>
  party?.includes("@") ? { email: party } : { userId: party };

/** 'Today', '2:30 PM', 'Mar 5', 'Mar 5, 2:30 PM', 'Jan 3, 2027'. */
export function dueOf({ due, hasTime }: CommitmentOnWire, now: Date): string {
  if (!due) return "";
  const at = new Date(due);
  const time = hasTime ? formatTime(at) : "";
  if (isSameDay(at, now)) return time || t`Today`;
  const day =
    readerWallClock(at).year === readerWallClock(now).year ? formatMonthAndDay(at) : formatMediumDate(at);
  return time ? `${day}, ${time}` : day;
}

/** Why it is closed, in one sentence. */
export function endingOf({ state, evidence }: CommitmentOnWire): string {
  if (evidence) return evidence.sentence;
  if (state === "met") return t`You marked it as met`;
  if (state === "refused") return t`You refused it`;
  return state === "dropped" ? t`You dropped it` : t`Replaced by a later one`;
}
