import { type GeneratedDay, offsetAt } from "./generate-day.ts";

export type Spoken = { part: string; text: string; time?: string | undefined; note?: string | undefined };

/*
 * Checks sentences against the rows of a generated day. It shares no code with what writes them: clocks are computed by
 * Intl alone. A sentence that it cannot read counts as wrong.
 */

/** What is wrong with a line; empty if all of it is true. */
export function faultsOf(line: Spoken, day: GeneratedDay): string[] {
  const clock = clockOf(day);
  const titles = quotedIn(line.text);
  const known = new Set([...day.tasks, ...day.events].map(({ title }) => title));
  for (const { subject } of day.mails) known.add(subject);
  for (const { what } of day.commitments) known.add(what);
  const unknown = titles.filter((title) => !known.has(title)).map((title) => `no such title: ${title}`);
  if (unknown.length > 0) return unknown;
  const check = CHECKS[line.part];
  return check ? check(line, day, clock, titles) : [`no check for ${line.part}`];
}

type Clock = ReturnType<typeof clockOf>;
type Check = (line: Spoken, day: GeneratedDay, clock: Clock, titles: string[]) => string[];

const quotedIn = (text: string) => [...text.matchAll(/'([^']+)'/g)].map(([, title]) => title as string);

const DAY = 86_400_000;
function clockOf({ zone, date, now }: GeneratedDay) {
  const local = (at: Date) => new Date(at.getTime() + offsetAt(zone, at.getTime()));
  const dateOf = (at: Date) => local(at).toISOString().slice(0, 10);
  const daysTo = (at: Date) => Math.round((Date.parse(dateOf(at)) - Date.parse(dateOf(now))) / DAY);
  return {
    hm: (at: Date) => local(at).toISOString().slice(11, 16),
    minute: (at: Date) => local(at).getUTCHours() * 60 + local(at).getUTCMinutes(),
    isToday: (at: Date) => dateOf(at) === date,
    isMidnight: (at: Date) => local(at).toISOString().slice(11, 19) === "00:00:00",
    weekday: new Date(date).getUTCDay(),
    daysTo,
    day: (at: Date) =>
      new Intl.DateTimeFormat("en-US", {
        timeZone: zone,
        weekday: "short",
        month: "short",
        day: "numeric",
      }).format(at),
  };
}

const wrong = (isRight: boolean, what: string) => (isRight ? [] : [what]);
const eventOf = (day: GeneratedDay, title: string | undefined) =>
  day.events.find((event) => event.title === title);
const taskOf = (day: GeneratedDay, title: string | undefined) =>
  day.tasks.find((task) => task.title === title);

const checkDay: Check = ({ time, text }, day, clock, [title]) => {
  const event = eventOf(day, title);
  if (event) {
    const place = event.location ? `, ${event.location}` : "";
    return [
      ...wrong(time === clock.hm(event.start), `${title} begins at ${clock.hm(event.start)}, not ${time}`),
      ...wrong(text === `'${title}' until ${clock.hm(event.end)}${place}`, `${text} is not as ${title}`),
      ...wrong(event.end > day.now, `${title} is over`),
    ];
  }
  const [, until] = /^Free until (\d\d:\d\d)$/.exec(text) ?? [];
  if (!until || !time) return [`cannot read: ${text}`];
  const [from, to] = [minutesOf(time), minutesOf(until)];
  const taken = day.events.filter(({ start, end }) => overlapsMinutes(clock, start, end, from, to));
  return [
    ...wrong(
      from >= 540 && to <= 1020 && to - from >= 30 && clock.weekday % 6 !== 0,
      `${time} to ${until} is no working time`,
    ),
    ...wrong(taken.length === 0, `${time} to ${until} is taken by ${taken[0]?.title}`),
  ];
};

const minutesOf = (hm: string) => Number(hm.slice(0, 2)) * 60 + Number(hm.slice(3));

function overlapsMinutes(clock: Clock, start: Date, end: Date, from: number, to: number): boolean {
  if (!clock.isToday(start)) return false;
  const ends = clock.isToday(end) ? clock.minute(end) : 1440;
  return clock.minute(start) < to && ends > from;
}

/** The words of an item's reason and what is in brackets behind them. */
const checkItem: Check = ({ text, note = "" }, day, clock, [title]) => {
  if (/^\d+ more things? needs? you$/.test(text)) return [];
  const task = taskOf(day, title);
  const commitment = day.commitments.find(({ what }) => what === title);
  const name = /\(([^)]+)\)$/.exec(text)?.[1];
  const due = task?.due ?? commitment?.due;
  const event = eventOf(day, title);
  if (event)
    return wrong(note.includes("takes place at the same time as") || note === "", `cannot read: ${note}`);
  if (!due) return [`no record: ${text}`];
  // A due date at midnight stands for the whole day.
  const isOver = clock.isMidnight(due) ? clock.daysTo(due) < 0 : due <= day.now;
  const hint = /\((\d+) days? late\)|\(by (\d\d:\d\d)\)/.exec(note);
  const met = /You meet (.+) at (\d\d:\d\d)/.exec(note);
  return [
    ...wrong(
      !task || note.startsWith(isOver ? "This task is overdue" : "This task is due today"),
      `${title}: ${note}`,
    ),
    ...wrong(!commitment || name === commitment.name, `${title} is of ${commitment?.name}, not ${name}`),
    ...wrong(
      !hint?.[1] || Number(hint[1]) === -clock.daysTo(due),
      `${title} is ${-clock.daysTo(due)} days late: ${note}`,
    ),
    ...wrong(!hint?.[2] || hint[2] === clock.hm(due), `${title} is due at ${clock.hm(due)}: ${note}`),
    ...(met ? checkMet(day, clock, met[2] as string) : []),
    ...checkDueWords(note, clock.hm(due), title),
  ];
};

const checkMet = (day: GeneratedDay, clock: Clock, hm: string) =>
  wrong(
    day.events.some(({ start, attendee }) => attendee !== null && clock.hm(start) === hm),
    `nobody is met at ${hm}`,
  );

const checkDueWords = (note: string, hm: string, title: string | undefined) => {
  const words = /It is due at (\d\d:\d\d)/.exec(note);
  return wrong(!words || words[1] === hm, `${title} is due at ${hm}: ${note}`);
};

const checkOwed: Check = ({ text }, day, clock, [title]) => {
  if (/^You (owe|are owed) \d+ more$/.test(text)) return [];
  const commitment = day.commitments.find(({ what }) => what === title);
  if (!commitment) return [`no promise: ${text}`];
  const { name, owedBy, due } = commitment;
  const days = clock.daysTo(due);
  const when =
    due < day.now
      ? days === 0
        ? "late since today"
        : `${-days} day${days === -1 ? "" : "s"} late`
      : days === 0
        ? "today"
        : days === 1
          ? "tomorrow"
          : clock.day(due);
  const who = owedBy === "me" ? `You owe ${name}:` : `${name} owes you:`;
  return wrong(text === `${who} '${title}' (${when})`, `${text}, but ${who} (${when})`);
};

const checkPerson: Check = ({ time, text }, day, clock, titles) => {
  const points = titles.flatMap((title) => day.commitments.find(({ what }) => what === title) ?? []);
  const met = day.events.some(
    ({ attendee, start }) =>
      points.every(({ party }) => party === attendee) &&
      (time === "Now" ? start < day.now : clock.hm(start) === time),
  );
  return [
    ...wrong(points.length === titles.length && points.length > 0, `cannot read: ${text}`),
    ...wrong(met, `not met at ${time}: ${text}`),
    ...wrong(
      points.every(
        ({ owedBy, what }) =>
          text.indexOf(owedBy === "me" ? "you owe" : "you are owed") >= 0 && text.includes(what),
      ),
      text,
    ),
  ];
};

const arrived = (day: GeneratedDay, clock: Clock) =>
  day.mails.filter(({ at, status }) => status === "received" && clock.daysTo(at) >= 0);

const checkSummary: Check = ({ text }, day, clock) => {
  const overdue = day.tasks.filter(({ due }) => due < day.now);
  const dueToday = day.tasks.filter(({ due }) => due >= day.now && clock.isToday(due));
  const pressing = day.tasks.filter(
    ({ due, priority }) => due >= day.now && !clock.isToday(due) && /high|urgent/.test(priority),
  );
  const number = Number(/^(\d+) /.exec(text)?.[1]);
  const late = [...text.matchAll(/'([^']+)' \((?:(\d+) days? late|due today)\)/g)];
  if (text.startsWith("Nothing is planned")) return [];
  if (/ tasks? overdue: /.test(text))
    return [
      ...wrong(number === overdue.length, `${overdue.length} are overdue: ${text}`),
      ...late.flatMap(([, title, days = "0"]) =>
        wrong(
          Number(days) === -clock.daysTo(taskOf(day, title)?.due ?? day.now),
          `${title}: ${days} days late`,
        ),
      ),
    ];
  if (/ tasks? due today: /.test(text))
    return wrong(number === dueToday.length, `${dueToday.length} are due today: ${text}`);
  if (/ of high priority besides: /.test(text))
    return wrong(number === pressing.length, `${pressing.length} are pressing: ${text}`);
  if (/ emails? since midnight, /.test(text)) return checkMails(text, number, arrived(day, clock));
  if (/^\d+ (events?|meetings?) today: /.test(text)) return checkEvents(text, number, day, clock);
  if (/^No events today; \d+ events? ahead\.$/.test(text)) return [];
  return [`cannot read: ${text}`];
};

function checkMails(text: string, number: number, mails: GeneratedDay["mails"]): string[] {
  const unread = mails.filter(({ isRead }) => !isRead).length;
  const urgent = mails.filter(({ isUrgent }) => isUrgent).length;
  const senders = [...text.matchAll(/'([^']+)' from (\w+ \w+)/g)];
  return [
    ...wrong(number === mails.length, `${mails.length} arrived: ${text}`),
    ...wrong(text.includes(`, ${unread} unread`), `${unread} are unread: ${text}`),
    ...wrong(
      urgent === Number(/(\d+) (?:is|are) urgent/.exec(text)?.[1] ?? 0),
      `${urgent} are urgent: ${text}`,
    ),
    ...senders.flatMap(([, subject, sender]) =>
      wrong(
        mails.some((mail) => mail.subject === subject && mail.sender === sender),
        `${subject} is not from ${sender}`,
      ),
    ),
  ];
}

function checkEvents(text: string, number: number, day: GeneratedDay, clock: Clock): string[] {
  const today = day.events.filter(({ start, end }) => clock.daysTo(start) <= 0 && clock.daysTo(end) >= 0);
  const named = [...text.matchAll(/(\d\d:\d\d) '([^']+)'/g)];
  return [
    ...wrong(number === today.length, `${today.length} events today: ${text}`),
    ...named.flatMap(([, hm, title]) =>
      wrong(hm === clock.hm(eventOf(day, title)?.start ?? day.now), `${title} is not at ${hm}`),
    ),
  ];
}

const checkInsight: Check = ({ text }, day, clock, [one, other]) => {
  const waited = /has waited longest, (\d+) days past/.exec(text);
  const overlap = /overlap from (\d\d:\d\d)\.$/.exec(text);
  const free = /^The longest free stretch is from (\d\d:\d\d) to (\d\d:\d\d)\.$/.exec(text);
  const [first, second] = [eventOf(day, one), eventOf(day, other)];
  if (waited) return wrong(Number(waited[1]) === -clock.daysTo(taskOf(day, one)?.due ?? day.now), text);
  if (overlap && first && second)
    return wrong(
      overlap[1] === clock.hm(second.start) && second.start < first.end && first.start <= second.start,
      text,
    );
  if (!free) return [`cannot read: ${text}`];
  const [from, to] = [minutesOf(free[1] as string), minutesOf(free[2] as string)];
  return wrong(!day.events.some(({ start, end }) => overlapsMinutes(clock, start, end, from, to)), text);
};

const checkMeeting: Check = ({ text }, day, clock, [title]) => {
  if (/^(Last mail|Open) with them: /.test(text)) return [];
  const event = eventOf(day, title);
  const [, hm] = / at (\d\d:\d\d)/.exec(text) ?? [];
  return wrong(
    event !== undefined &&
      hm === clock.hm(event.start) &&
      (!event.location || text.includes(` at ${event.location}`)),
    text,
  );
};

const checkChange: Check = ({ text }, day, _clock, titles) => {
  if (text.startsWith("Overdue now: "))
    return wrong(
      titles.every((title) => (taskOf(day, title)?.due ?? day.now) < day.now),
      text,
    );
  return wrong(/^New in the calendar: /.test(text) && titles.every((title) => eventOf(day, title)), text);
};

const CHECKS: Record<string, Check> = {
  ...{ first: checkItem, needs: checkItem, day: checkDay, owed: checkOwed, people: checkPerson },
  ...{ summary: checkSummary, insight: checkInsight, meeting: checkMeeting, change: checkChange },
};
