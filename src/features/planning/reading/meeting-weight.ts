import { MINUTE, type PlanEvent } from "./wanted-item.ts";

/** `none`: nobody prepares it. `decisive`: much depends on it, so it is prepared longer, and last before it begins. */
export type MeetingWeight = "none" | "usual" | "decisive";

/** A shorter meeting needs no preparation of its own. */
const SHORTEST_MINUTES = 25;
/** From here on the person is one of many. */
export const MANY_GUESTS = 7;
/** So few people of elsewhere meet for a matter of their own. */
const FEW_OUTSIDE = 5;
const LONG_OUTSIDE_MINUTES = 60;

const words = (list: string) => new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})`, "iu");

/** Nobody prepares these. */
const SOCIAL = words(
  "lunch|dinner|breakfast|coffee|drinks?|party|birthday|farewell|gala|reception|mittagessen|abendessen|frühstück|kaffee|geburtstag|feier|abschied|empfang|déjeuner|dîner|café|anniversaire|fête|comida|cena|desayuno|cumpleaños|fiesta|almuerzo|despedida",
);
/** Nor what is the person's own life. */
const PRIVATE = words(
  "school|kindergarten|nursery|parent\\p{L}*|dentist|doctor|physio\\p{L}*|schule|kita|eltern\\p{L}*|zahnarzt|arzt|école|crèche|dentiste|médecin|colegio|escuela|guardería|médico",
);
/** These are prepared by habit, or are themselves preparation. */
const ROUTINE = words(
  "1:1|one-on-one|stand-?ups?|daily|weekly|fortnightly|sync|huddle|check-?in|catch-?up|(?:shop-?floor|ward|morning) rounds?|handover|operations call|jour fixe|status|prep\\p{L}*|debrief\\p{L}*|rundgang|wöchentlich\\p{L}*|vorbesprechung|hebdo\\p{L}*|quotidien|point|semanal|diari[ao]",
);
/** What comes after is decisive: it is itself preparation, and nobody else can do it. */
const REHEARSAL = words("dry run|rehearsal|run-?through|probe|generalprobe|probelauf|répétition|ensayo");
/** Of what one leads. */
const LEADING = words(
  "management|executive|leadership|exec|council|premiere|performance|shareholders?|supervisory|geschäftsleitung|führungs\\p{L}*|comité de direction|direction|première|dirección|comité ejecutivo|estreno",
);
/** Others can go on without one, also where there are few. */
const DISPENSABLE = words(
  "intro\\p{L}*|vendors?|agency|demo|webinar|update|newsletter|working group|steering|design review|kennenlernen|anbieter|agentur|vorführung|arbeitsgruppe|lenkungs\\p{L}*|agence|démo|groupe de travail|comité de pilotage|proveedor|agencia|grupo de trabajo",
);
/** Much depends on these, whoever comes. */
const DECISIVE = words(
  "board|audit\\p{L}*|tender|pitch|interview|hearing|negotiat\\p{L}*|refinanc\\p{L}*|investors?|earnings call|town hall|all-?hands|keynote|ministry|minister|regulator\\p{L}*|inspect\\p{L}*|accreditation|escalation|crisis|mediation|union|works council|acceptance|bank|customer|client|vorstand\\p{L}*|aufsichtsrat|beirat|prüfung|ausschreibung|vorstellungsgespräch|bewerbungsgespräch|verhandlung\\p{L}*|betriebsrat|gewerkschaft|ministerium|behörde|krisen\\p{L}*|eskalation|abnahme|kunden?(?:termin|gespräch)?|betriebsversammlung|conseil d['’]administration|appel d['’]offres|entretien d['’]embauche|négociation|audience|syndicat|ministère|crise|banque|conseil|consejo|auditoría|licitación|entrevista|negociación|sindicato|ministerio|inspección|banco|cliente",
);

type Weighed = Pick<
  PlanEvent,
  "title" | "hasGuests" | "guestCount" | "isOutside" | "isRecurring" | "isAllDay" | "isFree" | "start" | "end"
>;

/** Whether the title alone says that much depends on it. */
export const isDecisiveTitle = (title: string): boolean =>
  DECISIVE.test(title) &&
  !ROUTINE.test(title) &&
  !REHEARSAL.test(title) &&
  !SOCIAL.test(title) &&
  !PRIVATE.test(title);

/** The person is one of many in it, and its title does not say that it matters more than others. */
export const isOneOfMany = ({ title, guestCount }: Pick<PlanEvent, "title" | "guestCount">): boolean =>
  guestCount >= MANY_GUESTS && !isDecisiveTitle(title);

/** It is not for a program to propose that such a meeting gives way. */
export const isUntouchable = ({ title }: Pick<PlanEvent, "title">): boolean =>
  [REHEARSAL, LEADING, SOCIAL, PRIVATE].some((names) => names.test(title)) || isDecisiveTitle(title);

/** Others can go on without the person: one of many, or its title says so. */
export const isDispensable = (event: Pick<PlanEvent, "title" | "guestCount">): boolean =>
  !isUntouchable(event) && (isOneOfMany(event) || DISPENSABLE.test(event.title));

/** By habit: one of a series, or its title says so. */
export const isRoutine = ({ title, isRecurring }: Pick<PlanEvent, "title" | "isRecurring">): boolean =>
  isRecurring || ROUTINE.test(title);

/** How much depends on a meeting, by its title, its guests and where they come from. */
export function weightOf(event: Weighed): MeetingWeight {
  const { title, hasGuests, guestCount, isOutside, isRecurring, isAllDay, isFree, start, end } = event;
  const minutes = (end - start) / MINUTE;
  if (!hasGuests || isAllDay || isFree || minutes < SHORTEST_MINUTES) return "none";
  if ([ROUTINE, REHEARSAL, SOCIAL, PRIVATE].some((names) => names.test(title)) || isRecurring) return "none";
  if (isDecisiveTitle(title)) return "decisive";
  if (guestCount >= MANY_GUESTS) return "none";
  const isMatter = isOutside && guestCount <= FEW_OUTSIDE && minutes >= LONG_OUTSIDE_MINUTES;
  return isMatter ? "decisive" : "usual";
}
