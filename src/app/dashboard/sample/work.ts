/** Projects and tasks of the sample. Due days of open tasks are relative: 0 is today, -2 the day before yesterday. */
export type ProjectKey = "norrvatten" | "lisbon" | "firmware" | "margin" | "people" | "board";

type Status = "todo" | "in_progress" | "review" | "completed";
export type Priority = "low" | "medium" | "high" | "urgent";

export const PROJECTS: readonly {
  key: ProjectKey;
  name: string;
  description: string;
  status: Status;
  /** Days from today. */
  start: number;
  end: number;
}[] = [
  {
    key: "norrvatten",
    name: "Norrvatten roll-out",
    description: "From twelve pilot stations to forty, with a framework contract that others can follow.",
    status: "in_progress",
    start: -75,
    end: 60,
  },
  {
    key: "lisbon",
    name: "Lisbon site",
    description: "A second calibration lab and a home for the southern customers; opening in spring.",
    status: "in_progress",
    start: -50,
    end: 120,
  },
  {
    key: "firmware",
    name: "Firmware 4.2",
    description: "Drift correction, safer gateway, updates over the air in three steps.",
    status: "review",
    start: -100,
    end: 10,
  },
  {
    key: "margin",
    name: "Margin programme",
    description: "Freight, second source and housing: win back two points of margin by summer.",
    status: "in_progress",
    start: -40,
    end: 150,
  },
  {
    key: "people",
    name: "People and culture",
    description: "Leadership hires, the survey and what follows from it.",
    status: "todo",
    start: -30,
    end: 90,
  },
  {
    key: "board",
    name: "Board and strategy day",
    description: "Board pack, audit committee and the strategy day by the river.",
    status: "in_progress",
    start: -20,
    end: 25,
  },
];

export type OpenTask = {
  title: string;
  description: string;
  status: Exclude<Status, "completed">;
  priority: Priority;
  due: number;
  project?: ProjectKey;
  tags: string[];
};

/** Exactly twelve. Three are due within the last seven days: the productivity figure counts on it. */
export const OPEN_TASKS: readonly OpenTask[] = [
  {
    title: "Decide on clause 11 of the Vale River contract",
    description: "Amara needs a yes or no before noon; the carve-out is limited to gross negligence.",
    status: "in_progress",
    priority: "urgent",
    due: 0,
    tags: ["legal", "client"],
  },
  {
    title: "Call Marco Bellini about the reference visit",
    description: "Ten minutes, no slides. Offer the first year of service at half rate.",
    status: "todo",
    priority: "high",
    due: -2,
    tags: ["sales", "calls"],
  },
  {
    title: "Sign the audit fee for this year",
    description: "The form lies in the tray. Maya compared it with two other offers.",
    status: "todo",
    priority: "medium",
    due: -4,
    project: "board",
    tags: ["finance"],
  },
  {
    title: "Price per station for forty stations",
    description: "Include service, spare probes and the exit clause that Henrik asked for.",
    status: "in_progress",
    priority: "high",
    due: 2,
    project: "norrvatten",
    tags: ["client", "pricing"],
  },
  {
    title: "Go or no-go for firmware 4.2",
    description: "Go with staged rollout; old gateways wait until the retry is fixed.",
    status: "review",
    priority: "high",
    due: 1,
    project: "firmware",
    tags: ["product"],
  },
  {
    title: "Send the offer to the Lisbon site lead",
    description: "Start on 1 March, three remote days in the first two months.",
    status: "todo",
    priority: "high",
    due: 1,
    project: "lisbon",
    tags: ["people"],
  },
  {
    title: "Correct the margin on page 14 of the board pack",
    description: "39.6 % is right; the appendix had it, the slide did not.",
    status: "in_progress",
    priority: "medium",
    due: 3,
    project: "board",
    tags: ["board", "finance"],
  },
  {
    title: "Prepare the talk with Kestrel about freight rates",
    description: "Two full trucks a week against the spring rates; have the second offer at hand.",
    status: "todo",
    priority: "medium",
    due: 4,
    project: "margin",
    tags: ["finance", "supplier"],
  },
  {
    title: "Show the survey results to everybody",
    description: "All of them, also the bad ones. Say what changes and what does not.",
    status: "todo",
    priority: "medium",
    due: 6,
    project: "people",
    tags: ["people"],
  },
  {
    title: "Read the security report and decide who gets it",
    description: "Six pages. Priya would show it to Norrvatten.",
    status: "todo",
    priority: "medium",
    due: 8,
    project: "firmware",
    tags: ["product", "reading"],
  },
  {
    title: "Choose the housing design",
    description: "Hold the three models with wet gloves before deciding.",
    status: "review",
    priority: "low",
    due: 9,
    project: "margin",
    tags: ["product", "design"],
  },
  {
    title: "Write the opening of the strategy day",
    description: "Three questions, five minutes. Ingrid speaks after that.",
    status: "todo",
    priority: "low",
    due: 13,
    project: "board",
    tags: ["board", "writing"],
  },
];
