import { stemOf } from "../understanding/tokens.ts";

/** Words that may stand for each other when a passage is looked for, a group a line. */
const GROUPS = `
lease rent rental tenancy tenant let landlord
rent rental lease
contract agreement deal
nda confidentiality non-disclosure
terminate cancel end quit exit leave resign give-up
cancel cancellation terminate call-off void withdraw
expire end run-out lapse valid validity expiry until ends
valid good lapse expire until validity hold stand
start begin commence launch kick-off effective commencement opening
deliver delivery ship shipment arrive dispatch handover supply
deadline due by latest until before cutoff closing
price cost amount charge fee quote offer rate
cost price amount total charge fee spend come
offer quote quotation proposal bid tender estimate
invoice bill billing
pay payment paid payable settle transfer owe outstanding
salary pay compensation wage package base
bonus incentive premium payout
deposit down-payment prepayment advance
discount rebate reduction
increase raise rise grow growth up higher hike
decrease fall drop decline reduce reduction cut lower down
revenue sales turnover top-line
profit earnings result margin
spend spending budget expense expenditure cost
hire hiring recruit headcount position role job candidate
headcount staff employee people fte team
employee staff people worker
customer client account buyer
supplier vendor provider
approve approval approved sign-off green-light agree accept pass adopt resolve resolution
reject refuse decline turn-down
agree accept confirm approve consent
confirm confirmation confirmed
flight fly plane departure airline
depart leave departure takeoff take-off
arrive arrival land landing
hotel accommodation stay lodging
book booking reservation reserve reserved
code pin passcode
password passphrase pass
booking reservation confirmation
reference ref number locator code
phone telephone mobile cell tel
meet meeting call appointment
dinner supper restaurant meal table
lunch meal restaurant table
restaurant table place
caterer catering menu food
venue location place hall room
participant attendee guest people
loan credit facility borrow financing line
interest rate
bank lender banker
insurance insurer policy cover coverage premium
deductible excess
damage claim loss
tax duty levy
vat tax
lawyer counsel attorney legal solicitor
accountant auditor bookkeeper tax-adviser
audit auditor
board directors supervisory
shareholder investor
investor fund round
shares equity stake stock options
valuation value worth pre-money
notice terminate period
term duration period length run
warranty guarantee guaranteed
penalty fine damages liquidated
liability liable cap
problem issue trouble concern worry objection complaint
complain complaint
fix repair solve resolve correct
delay late postpone slip behind delayed
postpone move reschedule delay push shift
reason because due cause
prefer preference favour favorite like recommend
recommend suggest advise propose recommendation
suggest propose recommend proposal idea
want ask request need would-like require please demand
request ask want
need require want
ask question want request
ship shipment delivery
parcel package shipment tracking
machine equipment device unit
car vehicle
park parking garage
key access card badge
wifi wi-fi wlan network internet
move relocation relocate mover
mover moving
apartment flat
office premises space building
area size square sqm m2 metre meter
floor storey level
school class teacher
kid child son daughter
doctor clinic practice physician
husband wife spouse partner
holiday vacation leave
trip travel journey
training course workshop seminar
candidate applicant
resign leave quit
replace successor replacement
responsible owner lead charge own
chair head lead
sign signature signed
file submit hand-in lodge
report statement
minutes protocol notes
figure number amount sum
target goal plan
forecast projection expect outlook plan
expect forecast plan
churn cancel attrition
outage downtime incident down
server hosting cloud
licence license seat
renew renewal extend prolong
extend extension prolong renew
order purchase po
quantity units pieces amount
stock inventory
goods material
logo design draft
website site web relaunch
launch release go-live relaunch live
ad advertising marketing campaign
press media journalist
speak talk speech keynote speaker
slide deck presentation
agenda topic item
vote decision decide ballot
decide decision
minimum least min
maximum most max limit cap
limit cap maximum ceiling
monthly month
yearly annual year annually
weekly week
quarterly quarter
daily day
total sum altogether overall
gross net
include inclusive included including incl contain cover
exclude excluded exclusive excl
extra additional surcharge addition more
refund reimburse reimbursement money-back
subscription plan licence
happy satisfied satisfaction
unhappy dissatisfied
answer response reply respondent
survey poll questionnaire
boss ceo manager head chief
assistant pa secretary
bring take
pick-up collect pickup
storage warehouse
warehouse depot storage
plant factory site
contractor builder
renovation refurbishment works fit-out
build construction
power electricity energy
heat heating
clean cleaning
allergic allergy allergies vegetarian vegan diet dietary
gift present
birthday anniversary
visa passport
taxi driver transfer cab pickup
train rail
seat place
gate boarding
terminal airport
check-in checkin
luggage baggage bag
share percentage percent proportion stake
second 2
first 1
third 3
two 2
one 1
three 3
four 4
five 5
six 6
seven 7
eight 8
nine 9
ten 10
`;

/** Stem → the stems of all words that may stand for it. */
const FORMS = new Map<string, Set<string>>();
for (const line of GROUPS.trim().split("\n")) {
  const [head = "", ...others] = line.split(" ").map((word) => stemOf(word.replaceAll("-", " ")));
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
  [/\blate fee\b/g, "late fee"],
  [/\bphase 2\b/g, "phase two"],
];
