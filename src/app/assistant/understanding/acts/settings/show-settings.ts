import { newsInterests } from "#features/daily-ops/news-interests.ts";
import { joinWords } from "../../../format-answer.ts";
import { type Act, asksFor } from "../../act.ts";
import { SETTINGS_ACTS } from "./settings-acts.ts";

/** What people ask for, and the act that answers a question about it. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:working|work|office|business) (?:hours|days|time)|\bhours i work\b/i, "settings.workingHours"],
  [/\bquiet|\bsilent|do not disturb/i, "settings.quietHours"],
  [/\bbriefing/i, "settings.briefingTime"],
  [/\btime ?zone|\bzone\b/i, "settings.timeZone"],
  [/\bclock\b|\b(?:12|24)[- ]?h|\btime format/i, "settings.clock"],
  [/\blanguage|\blocale/i, "settings.language"],
  [/\btheme|\bdark|\blight|\bappearance/i, "settings.theme"],
  [/\bsignature|\bsign[- ]off/i, "settings.signature"],
];

/** What a setting is now, by the act that also changes it: as a question it changes nothing. */
const show: Act = async (turn, { field = "" }) => {
  const frame = FIELDS.find(([pattern]) => pattern.test(field || turn.sentence))?.[1];
  const act = frame && SETTINGS_ACTS[frame];
  if (!act) return asksFor("Which setting do you mean?");
  return act({ ...turn, sentence: `what is ${turn.sentence}` }, {});
};

const interests: Act = async (turn) => {
  const { interests: words } = await turn.use(newsInterests.get, {});
  return {
    text:
      words.length > 0
        ? `Your news is chosen by ${joinWords(words)}.`
        : "No, you have chosen no topics for your news.",
  };
};

export const SHOWN_SETTINGS: Readonly<Record<string, Act>> = {
  "settings.show": show,
  "news.interests": interests,
};
