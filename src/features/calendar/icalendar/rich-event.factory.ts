/** An event of another client with what Adjutant has no field for. */
export const RICH_EVENT = [
  ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Phone//EN"],
  ...["BEGIN:VTIMEZONE", "TZID:Customized Time Zone", "BEGIN:STANDARD", "DTSTART:16010101T030000"],
  ...["TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "END:STANDARD"],
  ...["BEGIN:DAYLIGHT", "DTSTART:16010101T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200"],
  ...["RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE"],
  ...[
    "BEGIN:VEVENT",
    "UID:rich",
    "DTSTAMP:20260101T000000Z",
    "CLASS:PRIVATE",
    "SUMMARY;LANGUAGE=de:Zahnarzt",
  ],
  ...["DTSTART;TZID=Customized Time Zone:20270301T090000", "DURATION:PT1H", "GEO:52.5;13.4", "COLOR:teal"],
  ...["CATEGORIES:Health,Family", "ATTACH;FMTTYPE=image/png:https://example.com/a.png", "X-SORT;X-BY=Ada:7"],
  "CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=Join:https://meet.example/x",
  'ORGANIZER;CN="Ada, Lady":mailto:ada@example.com',
  "ATTENDEE;CUTYPE=INDIVIDUAL;CN=Bob;PARTSTAT=TENTATIVE;X-GUESTS=2:mailto:bob@example.com",
  ...["BEGIN:VALARM", "ACTION:EMAIL", "TRIGGER:-PT30M", "SUMMARY:Go", "DESCRIPTION:Now"],
  ...["ATTENDEE:mailto:ada@example.com", "END:VALARM"],
  ...["BEGIN:VALARM", "ACTION:AUDIO", "TRIGGER;RELATED=END:PT5M", "X-SOUND:Bell", "END:VALARM"],
  ...["END:VEVENT", "END:VCALENDAR", ""],
].join("\r\n");

/** The lines of a calendar, unfolded and sorted, for servers that write them in an order of their own. */
export const sortedLines = (text: string) =>
  text
    .replaceAll(/\r?\n[ \t]/g, "")
    .split(/\r?\n/)
    .filter((line) => !/^(?:DTSTAMP|LAST-MODIFIED|SEQUENCE|$)/.test(line))
    .toSorted();
