/** A day of a person, drawn from a seed: what its rows hold, and nothing that was computed from them. */
export type GeneratedDay = {
  zone: string;
  date: string;
  now: Date;
  tasks: { title: string; due: Date; priority: string }[];
  events: { title: string; start: Date; end: Date; location: string | null; attendee: string | null }[];
  mails: { subject: string; sender: string; at: Date; status: string; isRead: boolean; isUrgent: boolean }[];
  commitments: { what: string; name: string; party: string; due: Date; owedBy: "me" | "them" }[];
};

/** Zones with and without changes of the clock, also by half an hour and on both sides of the date line. */
export const ZONES = [
  ...["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Kiritimati"],
  ...["America/Sao_Paulo", "Africa/Cairo", "Asia/Tokyo", "Pacific/Auckland", "America/St_Johns"],
] as const;
/** Days of 2027 on which clocks of these zones change, and the days after them. */
const CHANGES = [
  "2027-03-14",
  "2027-03-28",
  "2027-04-04",
  "2027-04-30",
  "2027-09-26",
  "2027-10-03",
  "2027-10-31",
  "2027-11-07",
];
const HOUR = 3_600_000;
const NAMES = ["Clara Voss", "Tom Ek", "Noor Aziz", "Jun Mori", "Eva Lind"];
const WORDS = ["Lease", "Budget", "Figures", "Offer", "Review", "Contract", "Board paper", "Invoice"];

/** The same days for the same seed. Every third day is one on which clocks change somewhere. */
export function generateDay(seed: number): GeneratedDay {
  const random = randomNumbers(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const zone = ZONES[seed % ZONES.length] as string;
  const date =
    seed % 3 === 0
      ? pick(CHANGES)
      : new Date(Date.UTC(2027, 0, 1 + Math.floor(random() * 365))).toISOString().slice(0, 10);
  const noon = Date.parse(`${date}T12:00:00Z`) - offsetAt(zone, Date.parse(`${date}T12:00:00Z`));
  const at = (hours: number) => new Date(noon + Math.round(hours * 12) * 300_000);
  let number = 0;
  const title = () => {
    number += 1;
    return `${pick(WORDS)} ${seed}-${number}`;
  };
  const list = <T>(most: number, make: () => T) =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, make);
  const person = () => pick(NAMES);
  return {
    ...{ zone, date, now: at(-4 + random() * 8) },
    tasks: list(6, () => ({
      title: title(),
      due: at(-90 + random() * 130),
      priority: pick(["low", "medium", "high", "urgent"]),
    })),
    events: list(5, () => {
      const start = at(-5 + random() * 12);
      const end = new Date(start.getTime() + (1 + Math.floor(random() * 6)) * (HOUR / 2));
      return {
        title: title(),
        start,
        end,
        location: random() < 0.3 ? "Room 4" : null,
        attendee: random() < 0.4 ? addressOf(person()) : null,
      };
    }),
    mails: list(6, () => ({
      ...{
        subject: title(),
        sender: person(),
        at: at(-20 + random() * 14),
        status: pick(["received", "received", "sent", "draft"]),
      },
      ...{ isRead: random() < 0.4, isUrgent: random() < 0.2 },
    })),
    commitments: list(5, () => {
      const name = person();
      return {
        what: title(),
        name,
        party: addressOf(name),
        due: at(-100 + random() * 200),
        owedBy: pick(["me", "them"] as const),
      };
    }),
  };
}

const addressOf = (name: string) => `${name.toLowerCase().replace(" ", ".")}@x.example`;

/** Milliseconds that the clocks of the zone are ahead of UTC, by the platform's own calendar. */
export function offsetAt(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: zone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric", second: "numeric" },
  }).formatToParts(new Date(at));
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return (
    Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second")) -
    Math.floor(at / 1000) * 1000
  );
}

/** mulberry32, public domain. */
function randomNumbers(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
