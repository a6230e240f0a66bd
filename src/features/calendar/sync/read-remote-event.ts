import type { SignedIn } from "#platform/capability/context.ts";
import { parseCalendarFile } from "../icalendar/import-icalendar.ts";
import type { FileEvent } from "../icalendar/read-icalendar.ts";
import { readGoogle } from "../providers/read-google.ts";
import { readMicrosoft } from "../providers/read-microsoft.ts";

/** Parses the last read remote version: in its provider's format, or as an iCalendar file. */
export async function readRemoteEvent(context: SignedIn, text: string): Promise<readonly FileEvent[]> {
  if (text.startsWith('{"google"')) return readGoogle(text);
  if (text.startsWith('{"microsoft"')) return readMicrosoft(text);
  return (await parseCalendarFile(context, text)).events;
}
