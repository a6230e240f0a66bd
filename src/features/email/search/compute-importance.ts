import { sql } from "drizzle-orm";
import { EXECUTIVE_MARKERS, IMPORTANCE } from "../model.ts";

/** MAIL-69 to MAIL-72; `importanceOf` in model.ts says the same. The text of a generated column. */
// rule: built-sql - the text of an index or a generated column takes no parameters; all of it is constants
export const importance = sql.raw(`(
  case priority when 'urgent' then ${IMPORTANCE.urgent} when 'high' then ${IMPORTANCE.high} else 0 end
  + case when ${EXECUTIVE_MARKERS.map((marker) => `position('${marker}' in lower(sender)) > 0`).join(" or ")}
    then ${IMPORTANCE.executiveSender} else 0 end
  + case when position('meeting' in lower(category)) > 0 or position('meeting' in lower(subject)) > 0
    then ${IMPORTANCE.meeting} else 0 end
  + case status when 'failed' then ${IMPORTANCE.failed} else 0 end)`);
