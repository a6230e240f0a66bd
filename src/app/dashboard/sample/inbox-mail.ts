import type { Colleague, Outsider } from "./people.ts";

export type SampleMail = {
  from: Colleague | Outsider;
  subject: string;
  body: string;
  category: string;
  priority?: "low" | "medium" | "high" | "urgent";
};

/** Individually written messages, newest first. The recurring ones are in recurring-mail.ts. */
export const INBOX_MAIL: readonly SampleMail[] = [
  {
    from: "clara",
    subject: "Board pack: two questions before Thursday",
    body: "Hello,\n\nthank you for sending the draft early. Two things before Thursday:\n\n1. Page 14 shows gross margin at 41 %, the appendix says 39.6 %. Which one is right?\n2. Could you add one slide on what happens to the Lisbon plan if Norrvatten signs a quarter later?\n\nEverything else reads well. I especially like the page on churn.\n\nClara",
    category: "board",
    priority: "high",
  },
  {
    from: "henrik",
    subject: "Norrvatten: we would like to extend the pilot to 40 stations",
    body: "Dear all,\n\nthe results from the first twelve stations were presented to our technical committee this morning. The turbidity alarms came on average 26 minutes before our laboratory confirmed them. The committee would like to extend the pilot to 40 stations from February.\n\nCould we agree on a price per station by the end of next week? Our purchasing rules ask for a framework contract above 35 stations.\n\nKind regards\nHenrik Aas",
    category: "client",
    priority: "urgent",
  },
  {
    from: "amara",
    subject: "Vale River contract: liability cap is the last open point",
    body: "We are down to one clause. They accept the cap at 150 % of annual fees but want data loss carved out. I would accept the carve-out if it is limited to gross negligence and give them the longer notice period they asked for.\n\nI need your yes or no by tomorrow noon, then Ian can send the clean version.\n\nAmara",
    category: "legal",
    priority: "urgent",
  },
  {
    from: "priya",
    subject: "Firmware 4.2: go or no-go on Monday",
    body: "Short version: go, with one condition.\n\nThe drift correction works on all three probe families. The field test in Porto ran 19 days without a restart. What is left is the over-the-air update on the oldest gateways: 3 of 60 needed a second attempt. I want to ship with staged rollout (5 %, 25 %, everyone) and hold the old gateways back until the retry is fixed.\n\nIf you agree I will tell support and sales today.\n\nPriya",
    category: "product",
    priority: "high",
  },
  {
    from: "maya",
    subject: "Q4 forecast: cash is fine, margin needs a conversation",
    body: "I have closed October. Revenue is 2 % above plan, cash is 1.1 m above, but freight and the second supplier cost us 1.4 points of margin.\n\nOptions are in the attached sheet. My proposal: renegotiate with Kestrel now, and move the housing order to January. Can we take 20 minutes tomorrow?\n\nMaya",
    category: "finance",
    priority: "high",
  },
  {
    from: "ruth",
    subject: "Thank you for Tuesday, and one request",
    body: "It was good to finally see the control room view with our own data. My engineers keep talking about the map.\n\nOne request: our duty officers work on phones with small screens and wet hands. Could your designers look at the acknowledge button? It should be reachable with a thumb.\n\nBest wishes\nRuth Adeyemi\nVale River Authority",
    category: "client",
  },
  {
    from: "elena",
    subject: "Offer for the Lisbon site lead",
    body: "Beatriz accepted the salary band and asks for two things: start on 1 March instead of 1 February, and three remote days in the first two months because of school. I would say yes to both. She was the strongest of eleven candidates and the team in Lisbon already trusts her.\n\nMay I send the offer today?\n\nElena",
    category: "people",
    priority: "high",
  },
  {
    from: "jonas",
    subject: "Line 2 is back, root cause found",
    body: "Line 2 has been running since 05:40. The cause was a worn feeder belt, not the controller. We lost 310 units; I can make up 200 of them on Saturday with the volunteers from shift B.\n\nThe spare belt costs 480 EUR and should have been on the shelf. It is now, for all four lines.\n\nJonas",
    category: "operations",
  },
  {
    from: "greta",
    subject: "Credit line: draft terms for 2027",
    body: "Dear client,\n\nplease find below the indicative terms for the renewal of your revolving credit line: amount unchanged, margin 15 basis points lower, one covenant (net debt to EBITDA below 2.5, tested half-yearly). The offer is valid until the end of the month.\n\nI am happy to go through it by phone.\n\nGreta Holm\nBrightwell Bank",
    category: "finance",
  },
  {
    from: "felix",
    subject: "Interview request: drinking water and early warning",
    body: "Good morning,\n\nI am writing a longer piece on early warning in municipal water supply for our weekend edition. Norrvatten mentioned your pilot. Would you have 30 minutes next week? I would send the questions beforehand and show you your quotes before printing.\n\nFelix Brandt\nTagesblick",
    category: "press",
  },
  {
    from: "sofia",
    subject: "Paper accepted!",
    body: "Our joint paper on drift in optical chlorine probes was accepted with minor revisions. Reviewer 2 wants the raw data from Porto published. Can we get a yes from your side? We would remove station names.\n\nThis is a nice start for the lab partnership.\n\nSofia",
    category: "research",
  },
  {
    from: "tomas",
    subject: "Acquadolce: they compare us with two others",
    body: "Marco told me openly that two competitors are in the final. We win on alarm time and lose on price per station (they quote 18 % less, without service). I do not want to follow the price. I would rather offer the first year of service at half rate and a reference visit to Norrvatten.\n\nOK for you?\n\nTomás",
    category: "sales",
    priority: "high",
  },
  {
    from: "daniel",
    subject: "Your week: what I moved and why",
    body: "I moved the design review to Wednesday so that the board preparation has two quiet hours on Tuesday. The call with Mizutech stays at 08:00 because of the time difference. Friday afternoon is free, please leave it that way.\n\nThree things wait for you: the Vale River clause (Amara), the Lisbon offer (Elena), the firmware decision (Priya).\n\nDaniel",
    category: "internal",
  },
  {
    from: "peter",
    subject: "Audit committee: date for the autumn meeting",
    body: "Would the 9th or the 11th of December suit you for the audit committee? We need about ninety minutes: internal controls, the auditor's plan and the follow-up on the two findings from last year.\n\nPeter Novak",
    category: "board",
  },
  {
    from: "ingrid",
    subject: "A thought after our dinner",
    body: "I kept thinking about your question whether to build or to buy the analytics part. In my former company we bought, and spent two years integrating. If the people at Osprey are as good as you say, a minority stake and a long contract may give you most of it for a third of the price.\n\nJust a thought. No answer needed before the strategy day.\n\nIngrid",
    category: "board",
  },
  {
    from: "ian",
    subject: "Vale River: redline of clause 11",
    body: "Attached is the redline of clause 11 as discussed with Amara. The carve-out is limited to gross negligence and intent, the notice period goes from 30 to 60 days, and the cap stays where it was. If you agree I will send the execution version this afternoon.\n\nIan Calloway\nQuillfeather LLP",
    category: "legal",
    priority: "high",
  },
  {
    from: "yuki",
    subject: "Agenda for our call on distribution in Japan",
    body: "Dear partner,\n\nfor our call I propose: certification status (15 min), stock and spare parts in Osaka (15 min), first three utilities to visit (20 min), exclusivity (10 min).\n\nWe have prepared a translation of the installation guide and would be glad if your engineers could check the drawings.\n\nWith best regards\nYuki Tanabe",
    category: "partner",
  },
  {
    from: "marco",
    subject: "Reference visit",
    body: "Buongiorno,\n\nthe offer of a visit to Norrvatten is very welcome. We would come with three people, one from operations, one from IT and myself, ideally in the first half of December. Please let me know two possible dates.\n\nMarco Bellini",
    category: "client",
  },
  {
    from: "nadia",
    subject: "Forecast model: first results are better than I promised",
    body: "We promised 6 hours of warning for algae blooms at 80 % precision. On your two reservoirs we reach 9 hours at 83 %. I would like to be careful: it is one season of data. But it is a good reason to talk about the second phase.\n\nNadia",
    category: "research",
  },
  {
    from: "theo",
    subject: "Three directions for the new housing",
    body: "The drawings are in the shared folder. Direction A is the cheapest to make, B is the one your technicians liked with gloves on, C looks best on a stage. My advice: B, with the colour of C.\n\nI am in town on Thursday if you want to hold the models in your hands.\n\nTheo",
    category: "product",
  },
  {
    from: "laura",
    subject: "Shortlist: head of customer success",
    body: "I have four people to show you. Two come from software, one from medical devices and one ran operations at a water utility for nine years. The last one is not the obvious choice and my favourite.\n\nProfiles are in the portal. Could you give me two slots of 45 minutes next week?\n\nLaura Esposito",
    category: "people",
  },
  {
    from: "hana",
    subject: "Parents' evening and the winter concert",
    body: "Dear parents,\n\nthe winter concert takes place in the main hall at 17:00; the younger classes play first. Parents' evening for year 4 is the Tuesday after. Please use the form to choose a slot.\n\nHana Kim\nSchool office",
    category: "personal",
    priority: "low",
  },
  {
    from: "maya",
    subject: "Please approve: audit fee 2026",
    body: "The auditors ask for 4 % more than last year because of the Lisbon entity. I compared with two other offers; it is fair. It needs your signature, the form is in the tray on your desk and also attached.\n\nMaya",
    category: "finance",
  },
  {
    from: "jonas",
    subject: "Second source for circuit boards: visit report",
    body: "I spent two days there. Quality is better than I expected: 4 defects in 10,000 against our 7. They can start in ten weeks and want a commitment for 12 months. I would give them 40 % of the volume, not more, until we have seen a winter.\n\nPhotos and measurements are in the document hub.\n\nJonas",
    category: "operations",
  },
  {
    from: "priya",
    subject: "Security review: nothing critical, two things to mend",
    body: "The outside testers spent two weeks on the gateway and the cloud. No critical finding. Two of medium weight: a debug port that answers when the lid is open, and password rules for installers that were too weak. Both are mended in 4.2.\n\nThe report is six pages and readable. I would show it to Norrvatten; openness sells better than a certificate.\n\nPriya",
    category: "product",
  },
  {
    from: "elena",
    subject: "Survey: what people told us",
    body: "84 % answered. Best marks: purpose and colleagues. Worst: meetings and the canteen. The sentence I remember: 'We decide well, but nobody writes down what we decided.'\n\nI suggest that you show the results yourself on Monday, including the bad ones.\n\nElena",
    category: "people",
  },
  {
    from: "tomas",
    subject: "Pipeline: three deals that can still close this year",
    body: "Norrvatten extension (likely), Vale River (signature is a matter of days), Acquadolce (open). Together 2.3 m in annual fees. What I need from you: one call with Marco, ten minutes, no slides.\n\nTomás",
    category: "sales",
  },
  {
    from: "amara",
    subject: "New reporting duty from January",
    body: "From January we have to report security incidents that touch critical infrastructure within 24 hours. Most of our clients fall under it. I wrote a two-page procedure with Priya; please read page one, the rest is for the people on duty.\n\nAmara",
    category: "legal",
  },
  {
    from: "daniel",
    subject: "Strategy day: agenda, second draft",
    body: "Morning: where we play (Ingrid opens), product bets (Priya), Lisbon and Japan (Tomás). Afternoon: three questions in groups, no slides. Evening: dinner by the river, partners welcome.\n\nI cut the finance review to one page, Maya agrees. Comments until Friday please.\n\nDaniel",
    category: "internal",
  },
  {
    from: "oskar",
    subject: "Freight rates: can we talk before you look elsewhere?",
    body: "Maya told me frankly that you are comparing. I would rather keep your business than be proud: if you commit to two full trucks a week we can go back to the spring rates. I can be at your place on any day next week.\n\nOskar Lindgren\nKestrel Freight",
    category: "supplier",
  },
  {
    from: "clara",
    subject: "Introduction: someone you should meet",
    body: "I sat next to the head of infrastructure at a large Danish pension fund yesterday. They look for exactly what you do: boring, necessary and measured. No money talk yet, just a coffee. May I connect you?\n\nClara",
    category: "investor",
  },
  {
    from: "ruth",
    subject: "Alarm last night: your people were excellent",
    body: "At 02:14 the station at Mill Lane raised a conductivity alarm. Your duty engineer called before my own people had read the message, and stayed on the line until the valve was closed. It was road salt, nothing worse. I wanted you to know.\n\nRuth",
    category: "client",
  },
  {
    from: "sofia",
    subject: "Student project: may they visit the factory?",
    body: "Eleven students of my sensors course would love to see calibration live. Half a day in January, they bring their own lunch and many questions. Jonas said yes if you do.\n\nSofia",
    category: "research",
    priority: "low",
  },
  {
    from: "henrik",
    subject: "Framework contract: our purchasing template",
    body: "As promised, the template of our purchasing department. I know it is 38 pages. What matters to us is in sections 4 (service levels), 9 (data stays in the country) and 12 (exit). The rest is negotiable, whatever purchasing says.\n\nHenrik",
    category: "client",
  },
  {
    from: "greta",
    subject: "Fraud warning: false invoices in circulation",
    body: "Several clients received invoices that look like those of a freight company, with a changed account number. Please confirm changed bank details by phone, with a number you already know. We will never ask for a password by mail.\n\nBrightwell Bank",
    category: "finance",
    priority: "high",
  },
  {
    from: "nadia",
    subject: "Contract for phase two: our wishes",
    body: "We would like to keep the right to publish methods (not data), and to name you as a reference. In return the price stays as in phase one although the work doubles. Does that sound fair?\n\nNadia",
    category: "supplier",
  },
];
