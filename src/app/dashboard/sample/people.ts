/** The company of the sample: Aldermoor makes sensors for water utilities. Nobody and nothing here exists. */
export const COLLEAGUES = [
  { key: "maya", name: "Maya Lindqvist", title: "Chief Financial Officer" },
  { key: "tomas", name: "Tomás Ferreira", title: "VP Sales" },
  { key: "priya", name: "Priya Raman", title: "Chief Technology Officer" },
  { key: "jonas", name: "Jonas Weber", title: "Chief Operating Officer" },
  { key: "amara", name: "Amara Okafor", title: "General Counsel" },
  { key: "elena", name: "Elena Petrova", title: "Head of People" },
  { key: "daniel", name: "Daniel Cho", title: "Chief of Staff" },
] as const;

export type Colleague = (typeof COLLEAGUES)[number]["key"];

/** People outside the company; `.example` is reserved (RFC 2606), so no message can ever reach anyone. */
export const OUTSIDERS = {
  clara: { name: "Clara Voss", email: "clara.voss@latticepartners.example", relationship: "investor" },
  henrik: { name: "Henrik Aas", email: "henrik.aas@norrvatten.example", relationship: "client" },
  ruth: { name: "Ruth Adeyemi", email: "ruth.adeyemi@valeriver.example", relationship: "client" },
  marco: { name: "Marco Bellini", email: "m.bellini@acquadolce.example", relationship: "client" },
  sofia: { name: "Sofia Marques", email: "sofia@tejo-labs.example", relationship: "partner" },
  ian: { name: "Ian Calloway", email: "ian.calloway@quillfeather.example", relationship: "lawyer" },
  greta: { name: "Greta Holm", email: "greta.holm@brightwellbank.example", relationship: "bank" },
  oskar: { name: "Oskar Lindgren", email: "oskar@kestrel-freight.example", relationship: "supplier" },
  nadia: { name: "Nadia Haddad", email: "nadia.haddad@ospreyanalytics.example", relationship: "supplier" },
  felix: { name: "Felix Brandt", email: "felix.brandt@tagesblick.example", relationship: "press" },
  yuki: { name: "Yuki Tanabe", email: "y.tanabe@mizutech.example", relationship: "partner" },
  laura: { name: "Laura Esposito", email: "laura.esposito@harborsearch.example", relationship: "recruiter" },
  peter: { name: "Peter Novak", email: "peter.novak@aldermoor-board.example", relationship: "board" },
  ingrid: { name: "Ingrid Solberg", email: "ingrid.solberg@aldermoor-board.example", relationship: "board" },
  theo: { name: "Theo Marchetti", email: "theo@marchetti-design.example", relationship: "supplier" },
  hana: { name: "Hana Kim", email: "hana.kim@stpaulsschool.example", relationship: "personal" },
} as const;

export type Outsider = keyof typeof OUTSIDERS;

/** Colleagues' addresses are the account's own, because an address belongs to one user of an instance only. */
export function addressOf(person: Colleague | Outsider, userId: string): string {
  const colleague = COLLEAGUES.find(({ key }) => key === person);
  if (!colleague) return OUTSIDERS[person as Outsider].email;
  const name = colleague.name.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(" ", ".");
  return `${name}@aldermoor-${userId.slice(0, 8)}.example`;
}
