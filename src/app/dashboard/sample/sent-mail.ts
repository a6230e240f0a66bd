import type { Outsider } from "./people.ts";

/** Mail written by the owner: drafts, scheduled, failed and sent messages; sent ones newest first. */
export type SentMail = {
  to: Outsider;
  subject: string;
  body: string;
  status: "sent" | "draft" | "scheduled" | "failed";
  /** Some were summarised: the response rate counts these (decision 28). */
  aiSummary?: string;
};

export const SENT_MAIL: readonly SentMail[] = [
  {
    to: "henrik",
    subject: "Re: Norrvatten: we would like to extend the pilot to 40 stations",
    body: "Dear Henrik,\n\nthis is excellent news, thank you for fighting for it. You will have a price per station by Wednesday and a first version of the framework contract with it. May Priya bring the results to your committee herself?\n\nBest wishes",
    status: "draft",
  },
  {
    to: "marco",
    subject: "Re: Reference visit",
    body: "Dear Marco,\n\nNorrvatten offers the 8th or the 10th of December. I would come along",
    status: "draft",
  },
  {
    to: "felix",
    subject: "Re: Interview request: drinking water and early warning",
    body: "Dear Mr Brandt,\n\nwith pleasure. Please send the questions to Daniel Cho, he will find the half hour.",
    status: "draft",
  },
  {
    to: "ingrid",
    subject: "Strategy day: your opening",
    body: "Dear Ingrid,\n\nwould you open the day with ten minutes on what you would do in our place if you had to halve the product range? No slides, and nobody will hold you to it.",
    status: "draft",
  },
  {
    to: "clara",
    subject: "Board pack, final version",
    body: "Dear Clara,\n\nhere is the final board pack. The margin on page 14 is corrected (39.6 %), and page 22 answers your question about Lisbon.",
    status: "scheduled",
  },
  {
    to: "yuki",
    subject: "Agenda for our call",
    body: "Dear Mr Tanabe,\n\nthank you for the agenda, we agree with all points. Our engineers have checked the drawings of the guide; two arrows on page 9 point to the wrong valve.",
    status: "scheduled",
  },
  {
    to: "hana",
    subject: "Parents' evening",
    body: "Dear Mrs Kim,\n\nwe would like to take the slot at 18:20.",
    status: "scheduled",
  },
  {
    to: "oskar",
    subject: "Pallet count of last Friday",
    body: "Dear Oskar,\n\nthe delivery note says 14 pallets, we counted 13. Could you check with the driver?",
    status: "failed",
  },
  {
    to: "greta",
    subject: "Re: Credit line: draft terms for 2027",
    body: "Dear Greta,\n\nthank you. The margin is fine; Maya will call you about the covenant.",
    status: "sent",
    aiSummary: "Accepts the margin; Maya calls about the covenant.",
  },
  {
    to: "ruth",
    subject: "Re: Alarm last night: your people were excellent",
    body: "Dear Ruth,\n\nI read your message to the whole company this morning. The engineer's name is Nils, and he was more proud than he admitted.",
    status: "sent",
    aiSummary: "Thanks Ruth; her praise was shared with the company.",
  },
  {
    to: "ian",
    subject: "Re: Vale River: redline of clause 11",
    body: "Dear Ian,\n\nagreed. Please send the execution version.",
    status: "sent",
    aiSummary: "Approves the redline of clause 11.",
  },
  {
    to: "sofia",
    subject: "Re: Paper accepted!",
    body: "Congratulations! Yes to the raw data without station names. Jonas and I look forward to the students in January.",
    status: "sent",
  },
  {
    to: "peter",
    subject: "Re: Audit committee: date for the autumn meeting",
    body: "Dear Peter,\n\nthe 9th suits me well. Maya will prepare the follow-up on the two findings.",
    status: "sent",
    aiSummary: "Confirms the 9th for the audit committee.",
  },
  {
    to: "laura",
    subject: "Re: Shortlist: head of customer success",
    body: "Dear Laura,\n\nplease show me the one who ran operations at a utility first. Tuesday 16:00 or Thursday 09:00.",
    status: "sent",
  },
  {
    to: "nadia",
    subject: "Re: Forecast model: first results are better than I promised",
    body: "Dear Nadia,\n\nI like that you tell me it is one season of data. Let us do the second phase, and let us publish the method together.",
    status: "sent",
    aiSummary: "Agrees to phase two and to a joint publication.",
  },
  {
    to: "theo",
    subject: "Re: Three directions for the new housing",
    body: "Dear Theo,\n\nB with the colour of C, as you say. Please bring the models on Thursday, the technicians shall hold them with wet gloves.",
    status: "sent",
  },
  {
    to: "clara",
    subject: "Re: Introduction: someone you should meet",
    body: "Dear Clara,\n\nyes, please. A coffee is exactly right.",
    status: "sent",
    aiSummary: "Accepts the introduction.",
  },
  {
    to: "henrik",
    subject: "Site visit in Stockholm",
    body: "Dear Henrik,\n\nI will be with you on Monday at half past eleven, with good shoes for the pump house.",
    status: "sent",
  },
  {
    to: "marco",
    subject: "A visit instead of a discount",
    body: "Dear Marco,\n\nI would rather show you how it works than argue about the price. Would you and two of your people visit Norrvatten with us?",
    status: "sent",
    aiSummary: "Offers a reference visit instead of a discount.",
  },
  {
    to: "ingrid",
    subject: "Re: A thought after our dinner",
    body: "Dear Ingrid,\n\nyour thought kept me awake, in a good way. A minority stake in Osprey is now one of three options for the strategy day.",
    status: "sent",
  },
  {
    to: "oskar",
    subject: "Re: Freight rates: can we talk before you look elsewhere?",
    body: "Dear Oskar,\n\nthank you for calling things by their name. Wednesday at ten, Maya will be there.",
    status: "sent",
    aiSummary: "Meets Oskar on Wednesday with Maya.",
  },
  {
    to: "yuki",
    subject: "Certification in Japan",
    body: "Dear Mr Tanabe,\n\nthe certificate arrived this morning. I enclose a copy and our thanks for your patience with the forms.",
    status: "sent",
  },
  {
    to: "felix",
    subject: "Photo of the pilot station",
    body: "Dear Mr Brandt,\n\nplease find two photos, free for printing. The man in yellow is the plant manager and agrees.",
    status: "sent",
  },
  {
    to: "peter",
    subject: "Two findings of last year: status",
    body: "Dear Peter,\n\nfinding 1 (segregation of duties in purchasing) is closed. Finding 2 (stock count) is tested in December.",
    status: "sent",
    aiSummary: "Finding 1 closed, finding 2 tested in December.",
  },
  {
    to: "ruth",
    subject: "The button for wet hands",
    body: "Dear Ruth,\n\nthe designers moved the acknowledge button and made it twice as tall. Your duty officers can try it from Monday.",
    status: "sent",
  },
  {
    to: "greta",
    subject: "Signatories",
    body: "Dear Greta,\n\nfrom January Elena Petrova signs in place of Mr Holt. The form is attached.",
    status: "sent",
  },
];

export const TEMPLATES = [
  {
    name: "Decline politely",
    subject: "Thank you for thinking of us",
    body: "Thank you for your offer. We have decided to go another way this year. I will keep your name and come back to you when that changes.",
    category: "general",
    usageCount: 14,
  },
  {
    name: "Meeting follow-up",
    subject: "What we agreed today",
    body: "Thank you for your time today. We agreed:\n\n1. \n2. \n\nIf I have misunderstood anything, please tell me by Friday.",
    category: "meetings",
    usageCount: 31,
  },
  {
    name: "Introduction",
    subject: "Introduction",
    body: "I would like you two to know each other. You both care about the same problem from two sides. I leave the rest to you.",
    category: "network",
    usageCount: 9,
  },
  {
    name: "Offer letter, cover",
    subject: "We would like you to join us",
    body: "It was a pleasure to get to know you. Attached you find our offer; it is valid for two weeks. Please call me with any question, also the awkward ones.",
    category: "people",
    usageCount: 6,
  },
  {
    name: "Board update",
    subject: "Monthly update to the board",
    body: "Dear members of the board,\n\nwhat went well:\n\nwhat did not:\n\nwhat I worry about:\n\nwhere I need you:",
    category: "board",
    usageCount: 11,
  },
  {
    name: "Thank you after a visit",
    subject: "Thank you for your hospitality",
    body: "Thank you for showing us your plant. What stays with me is how your people talk about their work.",
    category: "clients",
    usageCount: 8,
  },
];
