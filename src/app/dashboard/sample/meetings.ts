import type { Colleague, Outsider } from "./people.ts";

export type Meeting = {
  title: string;
  description?: string;
  start: string;
  end: string;
  location?: string;
  isOnline?: boolean;
  attendees: (Colleague | Outsider)[];
  category: string;
};

/** Three a day for today and the fourteen days after it: one list of fifteen days, five weekdays and two quiet days in turn. */
export function meetingsOn(day: { index: number; isWeekend: boolean }): readonly [Meeting, Meeting, Meeting] {
  const plan = day.isWeekend ? WEEKEND_DAYS : WORKING_DAYS;
  return plan[day.index % plan.length] as (typeof plan)[number];
}

type Day = readonly [Meeting, Meeting, Meeting];

const WORKING_DAYS: readonly Day[] = [
  [
    {
      title: "Leadership team",
      description: "Forecast, firmware 4.2, Lisbon. Decisions are written down in the meeting.",
      start: "09:00",
      end: "10:00",
      location: "Room Delta",
      attendees: ["maya", "tomas", "priya", "jonas", "elena"],
      category: "internal",
    },
    {
      title: "Vale River: clause 11",
      description: "Last open point before signature.",
      start: "11:30",
      end: "12:00",
      isOnline: true,
      attendees: ["amara", "ian"],
      category: "legal",
    },
    {
      title: "Board pack with Maya",
      description: "Page 14 and the Lisbon scenario.",
      start: "15:00",
      end: "16:00",
      location: "Your office",
      attendees: ["maya", "daniel"],
      category: "board",
    },
  ],
  [
    {
      title: "Norrvatten: framework contract",
      description: "Sections 4, 9 and 12 of their template.",
      start: "09:30",
      end: "10:30",
      isOnline: true,
      attendees: ["henrik", "tomas"],
      category: "client",
    },
    {
      title: "Product review",
      description: "Field test Porto, staged rollout, open findings.",
      start: "13:00",
      end: "14:00",
      location: "Lab 2",
      attendees: ["priya", "jonas"],
      category: "internal",
    },
    {
      title: "One to one with Elena",
      start: "16:30",
      end: "17:00",
      location: "Walk around the pond",
      attendees: ["elena"],
      category: "people",
    },
  ],
  [
    {
      title: "Call with Mizutech",
      description: "Certification, stock in Osaka, first visits, exclusivity.",
      start: "08:00",
      end: "09:00",
      isOnline: true,
      attendees: ["yuki", "tomas"],
      category: "partner",
    },
    {
      title: "Design review: housing",
      description: "Three models, wet gloves.",
      start: "11:00",
      end: "12:00",
      location: "Workshop",
      attendees: ["theo", "priya"],
      category: "product",
    },
    {
      title: "Freight rates with Kestrel",
      start: "14:30",
      end: "15:15",
      location: "Room Alster",
      attendees: ["oskar", "maya"],
      category: "supplier",
    },
  ],
  [
    {
      title: "Interview: customer success",
      description: "Nine years at a water utility.",
      start: "09:00",
      end: "09:45",
      location: "Room Delta",
      attendees: ["laura", "elena"],
      category: "people",
    },
    {
      title: "Acquadolce: Marco",
      description: "Ten minutes, no slides.",
      start: "10:30",
      end: "10:45",
      isOnline: true,
      attendees: ["marco"],
      category: "client",
    },
    {
      title: "Audit committee, preparation",
      start: "15:30",
      end: "16:30",
      isOnline: true,
      attendees: ["peter", "maya"],
      category: "board",
    },
  ],
  [
    {
      title: "One to one with Priya",
      start: "09:15",
      end: "09:45",
      location: "Lab 2",
      attendees: ["priya"],
      category: "internal",
    },
    {
      title: "Interview with Tagesblick",
      description: "Questions were sent beforehand; quotes are shown before printing.",
      start: "11:00",
      end: "11:30",
      isOnline: true,
      attendees: ["felix", "daniel"],
      category: "press",
    },
    {
      title: "Week in review",
      description: "What we decided, what we learned, what we stop.",
      start: "14:00",
      end: "14:45",
      location: "Canteen",
      attendees: ["maya", "tomas", "priya", "jonas", "amara", "elena", "daniel"],
      category: "internal",
    },
  ],
];

const WEEKEND_DAYS: readonly Day[] = [
  [
    { title: "Run by the river", start: "08:30", end: "09:30", attendees: [], category: "personal" },
    {
      title: "Lunch with Ingrid",
      description: "Build, buy or a stake in Osprey.",
      start: "12:30",
      end: "14:00",
      location: "Old harbour",
      attendees: ["ingrid"],
      category: "board",
    },
    {
      title: "Winter concert at school",
      start: "17:00",
      end: "18:30",
      location: "Main hall",
      attendees: ["hana"],
      category: "personal",
    },
  ],
  [
    { title: "Breakfast with the family", start: "09:00", end: "10:30", attendees: [], category: "personal" },
    {
      title: "Reading hour",
      description: "Security report, then the book.",
      start: "15:00",
      end: "16:00",
      attendees: [],
      category: "personal",
    },
    {
      title: "Plan the week",
      description: "Three things that must happen.",
      start: "18:00",
      end: "18:30",
      attendees: [],
      category: "personal",
    },
  ],
];
