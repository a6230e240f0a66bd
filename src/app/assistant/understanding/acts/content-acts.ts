import { answerContent } from "../../content/answer-content.ts";
import type { Act } from "../act.ts";

/** Questions that a passage of a mail, a document, a message or a plan answers. */
export const CONTENT_ACTS: Readonly<Record<string, Act>> = {
  "content.ask": (turn) => answerContent(turn),
};
