import type { Threshold } from "#features/team/model.ts";
import type { Colleague } from "./people.ts";

type Participant = Colleague | "me";

/** Conversations, newest first; each line is who says what. */
export type SampleConversation = {
  title: string | null;
  type: "direct" | "group";
  with: readonly Colleague[];
  isArchived: boolean;
  lines: readonly [Participant, string][];
};

export const CONVERSATIONS: readonly SampleConversation[] = [
  {
    title: null,
    type: "direct",
    with: ["amara"],
    isArchived: false,
    lines: [
      ["amara", "Ian is waiting for our word on clause 11. He has the execution version ready."],
      ["me", "Gross negligence only, and the cap stays?"],
      ["amara", "Yes to both. They get 60 days of notice instead of 30."],
      ["me", "Then I can live with it. Let me read it once more tonight."],
      ["amara", "Before noon tomorrow, please. Ruth's committee meets at two."],
    ],
  },
  {
    title: "Leadership team",
    type: "group",
    with: ["maya", "tomas", "priya", "jonas", "amara", "elena", "daniel"],
    isArchived: false,
    lines: [
      ["daniel", "Agenda for the strategy day is in the document hub. Comments until Friday."],
      ["priya", "Product bets fit on one page now. I had to kill two darlings."],
      ["tomas", "Which ones?"],
      ["priya", "The drone and the subscription for lakes."],
      ["tomas", "I will miss the drone."],
      ["me", "We can visit it in the museum. Good work, Priya."],
      ["maya", "Finance is one page as well. It is a dense page."],
      ["jonas", "Line 2 is back. 200 of the 310 units will be made up on Saturday."],
      ["elena", "Then I order breakfast for shift B."],
      ["jonas", "With eggs, please. They asked."],
    ],
  },
  {
    title: "Norrvatten roll-out",
    type: "group",
    with: ["tomas", "priya", "jonas"],
    isArchived: false,
    lines: [
      ["tomas", "Forty stations! Henrik just wrote."],
      ["priya", "From February? Then the gateways must be ordered this week."],
      ["jonas", "I have 31 in stock and 20 on the way."],
      ["me", "Wonderful. Tomás, price per station by Wednesday?"],
      ["tomas", "Tuesday evening, with the exit clause he wants."],
      ["priya", "I can present the results to their committee myself, if that helps."],
      ["me", "It does. I will offer it."],
    ],
  },
  {
    title: "Lisbon",
    type: "group",
    with: ["elena", "jonas", "maya"],
    isArchived: false,
    lines: [
      ["elena", "Beatriz would start on 1 March with three remote days for two months."],
      ["me", "Fine with me."],
      ["jonas", "The clean bench comes in week 6. She could be there when it is installed."],
      ["maya", "The bank account is open. Furniture is 4 % under budget, do not tell the architect."],
      ["elena", "Offer goes out today then?"],
      ["me", "Today."],
    ],
  },
  {
    title: null,
    type: "direct",
    with: ["daniel"],
    isArchived: false,
    lines: [
      ["daniel", "I moved the design review to Wednesday. You have two quiet hours on Tuesday."],
      ["me", "You are a magician."],
      ["daniel", "Friday afternoon is empty. Please leave it empty."],
      ["me", "I promise to try."],
    ],
  },
  {
    title: "Water fair",
    type: "group",
    with: ["tomas", "daniel", "priya"],
    isArchived: true,
    lines: [
      ["tomas", "Stand is packed. 214 conversations, 61 of them serious."],
      ["priya", "The demo tank leaked only once."],
      ["me", "Thank you all. Sleep in tomorrow."],
    ],
  },
];

export const WORKSPACES: readonly {
  name: string;
  description: string;
  members: Partial<Record<Colleague, "admin" | "member" | "viewer">>;
  decisions: readonly {
    title: string;
    description: string;
    /** Days from today. */
    deadline: number;
    isCompleted: boolean;
    threshold?: Threshold;
    quorum?: number;
    votes: Partial<Record<Participant, readonly ["approve" | "reject" | "abstain", string]>>;
  }[];
}[] = [
  {
    name: "Aldermoor leadership",
    description: "Where the leadership team decides, and writes down what it decided.",
    members: {
      maya: "admin",
      tomas: "member",
      priya: "member",
      jonas: "member",
      amara: "member",
      elena: "member",
      daniel: "admin",
    },
    decisions: [
      {
        title: "Ship firmware 4.2 in three steps",
        description: "5 %, 25 %, everyone. Gateways of the first generation wait for the retry fix.",
        deadline: 2,
        isCompleted: false,
        votes: {
          priya: ["approve", "With the condition about old gateways."],
          jonas: ["approve", "Service has people on call that week."],
          tomas: ["approve", "Customers have waited long enough."],
        },
      },
      {
        title: "Give 40 % of circuit boards to the second source",
        description: "Commitment of twelve months; review after the first winter.",
        deadline: 5,
        threshold: "supermajority",
        quorum: 60,
        isCompleted: false,
        votes: {
          jonas: ["approve", "4 defects in 10,000."],
          maya: ["abstain", "I want to see the freight cost first."],
        },
      },
      {
        title: "Open the Lisbon lab in spring",
        description: "Lease, clean bench and site lead as presented.",
        deadline: -9,
        quorum: 50,
        isCompleted: true,
        votes: {
          me: ["approve", "Near our southern customers, at last."],
          maya: ["approve", "Inside the budget."],
          elena: ["approve", "The team already wants to go."],
          jonas: ["approve", "The bench is ordered."],
          tomas: ["approve", ""],
        },
      },
    ],
  },
  {
    name: "Norrvatten roll-out",
    description: "Forty stations until summer: plan, papers and open questions.",
    members: { tomas: "admin", priya: "member", jonas: "member", amara: "viewer" },
    decisions: [
      {
        title: "Offer the first year of service at half rate",
        description: "Instead of a lower price per station.",
        deadline: 4,
        isCompleted: false,
        votes: { tomas: ["approve", "Better than a discount we can never take back."] },
      },
    ],
  },
];
