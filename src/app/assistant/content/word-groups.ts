import { stemOf } from "../understanding/tokens.ts";

/** Words that may stand for each other when a passage is looked for, groups between semicolons: the first of each for all others. */
const GROUPS = `
lease rent rental tenancy tenant let landlord; rent rental lease; contract agreement deal
nda confidentiality non-disclosure; terminate cancel end quit exit leave resign give-up
cancel cancellation terminate call-off void withdraw; expire end run-out lapse valid validity expiry until ends
valid good lapse expire until validity hold stand
start begin commence launch kick-off effective commencement opening
deliver delivery ship shipment arrive dispatch handover supply
deadline due by latest until before cutoff closing; price cost amount charge fee quote offer rate conditions
cost price amount total charge fee spend come; offer quote quotation proposal bid tender estimate
invoice bill billing; pay payment paid payable settle transfer owe outstanding
salary pay compensation wage package base earn gross; bonus incentive premium payout
deposit down-payment prepayment advance; discount rebate reduction
increase raise rise grow growth up higher hike; decrease fall drop decline reduce reduction cut lower down
revenue sales turnover top-line; profit earnings result margin; spend spending budget expense expenditure cost
hire hiring recruit headcount position role job candidate; headcount staff employee people fte team
employee staff people worker; customer client account buyer; supplier vendor provider seller maker
approve approval approved sign-off green-light agree accept pass adopt resolve resolution
reject refuse decline turn-down; agree accept confirm approve consent; confirm confirmation confirmed
flight fly plane departure airline; depart leave departure takeoff take-off; arrive arrival land landing
hotel accommodation stay lodging; book booking reservation reserve reserved; code pin passcode
password passphrase pass; booking reservation confirmation; reference ref number locator code
phone telephone mobile cell tel call number; meet meeting call appointment; dinner supper restaurant meal table
lunch meal restaurant table; restaurant table place; caterer catering menu food; venue location place hall room
participant attendee guest people; loan credit facility borrow financing line; interest rate; bank lender banker
insurance insurer policy cover coverage premium; deductible excess own share; damage claim loss defect harm
tax duty levy; vat tax; lawyer counsel attorney legal solicitor; accountant auditor bookkeeper tax-adviser
audit auditor; board directors supervisory; shareholder investor; investor fund round
shares equity stake stock options; valuation value worth pre-money; notice terminate period
term duration period length run; warranty guarantee guaranteed; penalty fine damages liquidated
liability liable cap; problem issue trouble concern worry objection complaint; complain complaint
fix repair solve resolve correct redo replace; delay late postpone slip behind delayed instead
postpone move reschedule delay push shift; reason because due cause
prefer preference favour favorite like recommend; recommend suggest advise propose recommendation
suggest propose recommend proposal idea; want ask request need would-like require please demand
request ask want; need require want; ask question want request; ship shipment delivery
parcel package shipment tracking; machine equipment device unit system line; car vehicle; park parking garage
key access card badge handover; wifi wi-fi wlan network internet; move relocation relocate mover; mover moving
apartment flat; office premises space building; area size square sqm m2 metre meter; floor storey level
school class teacher; kid child son daughter; doctor clinic practice physician; husband wife spouse partner
holiday vacation leave away; trip travel journey; training course workshop seminar
candidate applicant interview; resign leave quit; replace successor replacement
responsible owner lead charge own; chair head lead chairman president; sign signature signed approve
file submit hand-in lodge; report statement; minutes protocol notes; figure number amount sum; target goal plan
forecast projection expect outlook plan; expect forecast plan; churn cancel attrition
outage downtime incident down; server hosting cloud instance staging host; licence license seat permit
renew renewal extend prolong; extend extension prolong renew; order purchase po; quantity units pieces amount
stock inventory stocktake; goods material; logo design draft; website site web relaunch
launch release go-live relaunch live; ad advertising marketing campaign; press media journalist
speak talk speech keynote speaker; slide deck presentation; agenda topic item
vote decision decide ballot approve abstain resolution; decide decision choose choice until reserve
minimum least min; maximum most max limit cap up; limit cap maximum ceiling; monthly month
yearly annual year annually; weekly week; quarterly quarter; daily day; total sum altogether overall; gross net
include inclusive included including incl contain cover; exclude excluded exclusive excl
extra additional surcharge addition more; refund reimburse reimbursement money-back; subscription plan licence
happy satisfied satisfaction; unhappy dissatisfied; answer response reply respondent; survey poll questionnaire
boss ceo manager head chief lead director; assistant pa secretary; bring take; pick-up collect pickup
storage warehouse store room space; warehouse depot storage; plant factory site; contractor builder
renovation refurbishment works fit-out; build construction; power electricity energy kwh; heat heating
clean cleaning; allergic allergy allergies vegetarian vegan diet dietary; gift present; birthday anniversary
visa passport; taxi driver transfer cab pickup; train rail station; seat place; gate boarding door entrance
terminal airport; check-in checkin; luggage baggage bag; share percentage percent proportion stake; second 2
first 1; third 3; two 2; one 1; three 3; four 4; five 5; six 6; seven 7; eight 8; nine 9; ten 10
incorporation set found formation register; tuition year school fee
shop store branch outlet market; branch shop store office; lot batch charge; batch lot series
stocktake inventory stock count; inventory stocktake stock; upload load hand-in submit send
trademark mark brand; brand mark trademark; christmas xmas holiday december; xmas christmas
sales commercial revenue; earn salary wage pay base compensation ask want; wage salary pay
job position role post; headhunter recruiter search recruitment talent; recruiter headhunter search
withdraw pull-out back-out drop-out cancel; pull withdraw; discover notice find detect spot
find discover notice detect; leak breach incident exposure; breach incident leak
incident breach leak accident; regulator authority office agency commission; authority regulator agency office
goodwill credit compensation gesture; compensation credit damages refund; rebate discount reduction
probation trial probationary; trial probation test; home remote homeoffice back return; remote home
sublet sublease sub-tenant subtenant subletting let; subtenant sublet subletting; landlord lessor owner
tenant lessee; lessor landlord; lessee tenant; security deposit guarantee collateral
collateral security guarantee mortgage assignment; guarantee security warranty surety
debt owe outstanding receivable loan liability borrow; owe outstanding receivable overdue remaining due
receivable owe debt; remainder remaining rest balance; rest remaining remainder balance
overdue late unpaid outstanding; unpaid overdue open outstanding; margin markup spread points; spread margin
ceiling cap maximum limit; cap maximum limit ceiling most; max maximum most up cap limit; min minimum least
teacher class tutor; ring call phone; dial call phone extension; call phone ring; test staging trial check
hoster hosting cloud; weekend saturday sunday; saturday weekend; sunday weekend; save saving cheaper reduce
retention keep store; cut reduce shorten; own owner responsible; handle responsible charge deal process
fine penalty; threaten terminate end; leave terminate quit go resign withdraw away
away leave holiday off absence vacation; off away leave holiday; reach reachable available; land arrive arrival
fly flight depart; plane flight fly; desk table furniture; visit come tour; french france paris
portuguese portugal lisbon; italian italy; german germany; austrian austria; croatian croatia; spanish spain
swiss switzerland; british uk britain; dutch netherlands; danish denmark; swedish sweden; norwegian norway
eat food diet allergy meal; breakfast meal board; drink wine beer beverage; reimburse cover pay refund
cover include insure reimburse pay; covered include insured; hurt injured harm; electricity power energy kwh
gas heating energy; kilo kg kilogram; kg kilo; tonne ton t; litre liter
carry list stock take; committee board ic council; ceo managing director boss; insurer insurance underwriter
premium insurance price; variant option alternative; option variant alternative
expensive dear cost price increase higher; dear expensive; cheap cheaper low price; cause reason because why
bother worry concern object objection problem; worry concern; convinced sceptical support like
oppose against object no; against oppose object reject; abstain abstention vote; accept yes sign confirm agree
fight defend oppose litigate opposition; settle agreement coexistence settlement; settlement agreement settle
advise recommend suggest view; sue claim lawsuit; lawsuit claim dispute litigation; dispute conflict litigation
copy version draft; draft version; speech talk keynote; talk speech session; conference congress fair event
fair exhibition trade show; slides deck presentation; deck slides presentation; moderator chair host
refer reference recommend; former previous old ex; cash liquidity runway money; runway cash month
pool option esop; dilution pool; observer seat; round series financing funding; exclusive exclusivity no-shop
lock exclusivity exclusive; close closing completion; completion closing finish ready done
ready finish done complete; finish complete ready end; repair fix; translate translation translator
courier tracking dhl shipment; track tracking shipment; manager director head; join attend come along
attend join come participate; date day appointment; appointment deed date meeting time slot; deed signing notary
enter access door code key; door entrance gate access; ramp dock loading; cold refrigerated cool chilled
room storage space hall; hall building warehouse room; roof ceiling; shift night; council works; strike stop
stuck stick jam block; fault defect error failure; defect fault error flaw; line machine equipment
new old instead; maker manufacturer producer; produce make manufacture; promise commit guarantee
commit commitment promise minimum; volume quantity amount tonnes; conditions terms
terms conditions; president chair; absent apologies away missing; missing absent lost short
present attend presented; pickup collect; bus transport; transport freight shipping logistics
freight transport shipping logistics; logistics freight transport; migrate migration move
live launch go-live start; hack breach attack; permit licence approval; inspect inspection audit check
inspection audit check visit; certificate certification; certify certificate; person head guest
guest person participant; wife spouse; uniform clothing; medical health doctor
`;

/** Stem → the stems of all words that may stand for it. */
const FORMS = new Map<string, Set<string>>();
for (const line of GROUPS.trim().split(/[;\n]/)) {
  const [head = "", ...others] = line
    .trim()
    .split(" ")
    .map((word) => stemOf(word.replaceAll("-", " ")));
  const forms = FORMS.get(head) ?? new Set();
  for (const other of others) forms.add(other);
  FORMS.set(head, forms);
  // The others may stand for the head, but not for each other.
  for (const other of others) FORMS.set(other, (FORMS.get(other) ?? new Set()).add(head));
}

/** The stem itself first. */
export const formsOf = (stem: string): string[] => [stem, ...(FORMS.get(stem) ?? [])];

/** Groups of words that are said as one, and the word that stands for them. */
export const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:runs?|ran|running) out\b/g, "expire"],
  [/\bset(?:s|ting)? (?:us|me|you) back\b/g, "cost"],
  [/\b(?:signs?|signed|signing) off(?: on)?\b/g, "approve"],
  [/\bgreen[- ]?light(?:ed)?\b/g, "approve"],
  [/\b(?:square (?:met(?:er|re)s?|feet)|sq\.? ?m|m2|m²|sqm)\b/g, "sqm"],
  [/\bgo(?:es)? up\b|\bgoing up\b|\bwent up\b/g, "increase"],
  [/\b(?:put|pushed?|moved?) (?:off|back)\b/g, "postpone"],
  [/\bcall(?:ed)? off\b/g, "cancel"],
  [/\bturn(?:ed)? down\b/g, "reject"],
  [/\bfly out\b/g, "fly"],
  [/\b(?:tied|locked) in(?:to)?\b/g, "lease end"],
  [/\bvery happy\b/g, "very satisfied"],
  [/\b(?:top|first) line\b/g, "revenue"],
  [/\bdown ?payment\b/g, "deposit"],
  [/\bwi-?fi\b/g, "wifi"],
  [/\bcheck(?:ing)?[- ]?in\b/g, "checkin"],
  [/\bpick(?:ed|s|ing)?[- ]?up\b/g, "pickup"],
  [/\bnon[- ]disclosure(?: agreement)?\b|\bconfidentiality agreement\b/g, "nda"],
  [/\bsuppl(?:ier|y)'?s\b/g, "supplier"],
  [/\bphase 2\b/g, "phase two"],
  [/\b(?:last|previous|prior) year(?:'s)?\b/g, "lastyear"],
  [/\bnext year(?:'s)?\b/g, "nextyear"],
  [/\b(?:first|1st) quarter\b/g, "q1"],
  [/\b(?:second|2nd) quarter\b/g, "q2"],
  [/\b(?:third|3rd) quarter\b/g, "q3"],
  [/\b(?:fourth|4th|last) quarter\b/g, "q4"],
  [/\bget out of\b/g, "terminate"],
  [/\bpull(?:ed|ing)? out\b/g, "withdraw"],
  [/\bback out\b/g, "withdraw"],
  [/\btake(?:s|n)? over\b/g, "takeover"],
  [/\bset(?:ting)? up\b/g, "incorporation"],
  [/\bnew year's eve\b/g, "31 December"],
];
