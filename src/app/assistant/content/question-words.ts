import { stemOf } from "../understanding/tokens.ts";
import type { Kind } from "./question.ts";

const stems = (words: string) => new Set(words.split(/\s+/).filter(Boolean).map(stemOf));

/** Words that carry no meaning in a question. */
export const SMALL = stems(`
a an the my our your his her its their this that these those i me we us you he she it they them him who whom whose what which when
where why how is are was were be been being am do does did done has have had having will would can could may might must shall should
of to in on at by for from with about into onto out up off over under than then as if so and or but not no nor yes please pls plz thanks ok
there here again just really exactly exact actual actually currently now today still already yet ever also too else only even both either
any some all every each much many lot more most less least very quite rather pretty
tell show give gimme say said says let know remind find look see check get got want wanted need think wonder
s t re ve ll d m one ones thing things stuff something anything nothing everything
hi hello hey dear quick quickly question according per going gonna supposed whats wheres whos hows whens thats
moment sec second mind remember forgot recall idea sure mean meant exactly precisely
`);

/** Words that may be missing in a passage: what is asked is said without them. */
export const SOFT = stems(`
mention mentioned state stated quote quoted write wrote written name named call called say ask asked answer answered reply
put make made take took come came go goes went keep kept hold held bring brought leave happen happened run set use used offer offered
charge charged demand demanded claim claimed request requested expect expected promise promised propose proposed suggest suggested
long time times date day days week month year years hour clock period deadline latest earliest early late soon soonest first last next previous
current new old original actual final exact total overall whole full right wrong main real
price cost amount sum figure number value rate fee money bill pay paid paying owe owed spend spending expensive cheap
percentage percent share proportion quantity count size volume level
person people guy man woman lady somebody someone anybody anyone everybody folks team side
place address location spot room
mail email e-mail message letter note document doc file pdf paper text attachment thread chat conversation source
reason because
detail details info information data fact facts thing matter point points issue topic subject part bit rest
big small large high low good bad better best fine nice free
sign phone desk
currently approximately roughly about around maximum minimum max min limit
like do done possible able allow allowed
back away ahead along together instead other another same different
between against during since until till before after within without per
work working plan planned thing
mr mrs ms dr mister
agreed agree
euro euros eur dollar dollars
exactly old gonna
compare compared versus vs difference
code reference phone seat
`);

type Rule = readonly [RegExp, readonly Kind[]];

/** What is asked, by its words; the first that fits. */
export const KIND_RULES: readonly Rule[] = [
  [/\b(?:phone|mobile|telephone|tel|cell)\b|\bnumber (?:to call|i can call)|\bextension\b/, ["phone"]],
  [/\be-?mail address\b/, ["address"]],
  [
    /\b(?:iban|pin|password|passcode|code|reference|ref|serial|swift|bic|vat (?:no|number|id)|ssid|(?:booking|confirmation|reservation|flight|order|tracking|policy|account|file|case|ticket|invoice|room|stand|gate|seat|customer|contract|lot|batch|registration|licen[cs]e|membership|po|purchase order|train|claim|reg) (?:no|number|nr|id|plate)|(?:which|what) (?:seat|gate|terminal|stand|account|flight|train|lot|room))\b|\bbank details\b/,
    ["code"],
  ],
  [
    /\b(?:percent|percentage|per ?cent|interest|rate|margin|share of|discount|proportion|commission|%)\b/,
    ["percent", "money"],
  ],
  [
    /\bwhat time\b|\bwhich time\b|\b(?:departure|arrival|start|starting|boarding|check-?in|check-?out) time\b/,
    ["time", "date"],
  ],
  [
    /\bwhen\b|\b(?:what|which) (?:day|date|month|year|week)\b|\b(?:due|end|start|expiry|renewal|delivery|closing|launch|go-?live|new|old) ?dates?\b|\bdates?\b|\bdeadline\b|\b(?:last|first|latest) day\b|\bdue\b|\bexpir|\bvalid (?:till|until|to)\b|\bby when\b|\buntil\b|\bvalid\b|\bearliest\b|\bgo live\b|\bfirst working day\b/,
    ["date", "time"],
  ],
  [
    /\bhow long (?:is|are|have|do|does|can|will).{1,40}\b(?:good|valid|stand|hold|got|open|bound|bind)/,
    ["date", "duration"],
  ],
  [
    /\bhow long\b|\b(?:notice|term|duration|length|warranty|lead time|payback|payment terms?|probation)\b/,
    ["duration", "date"],
  ],
  [
    /\bhow many\b|\bnumber of\b|\bhead ?count\b|\bhow big\b|\bhow large\b|\bhow (?:far|high|tall|heavy|wide|old)\b|\bwhat volume\b|\bquantity\b|\bsize\b/,
    ["number", "money"],
  ],
  [/\b(?:fees?|bonus|commission|penalty|increase|raise|surcharge|charge|allowance)\b/, ["money", "percent"]],
  [
    /\bhow much\b|\b(?:price|cost|costs|rent|amount|sum|salary|deposit|budget|revenue|turnover|ebitda|valuation|premium|owe|total|figure|pay|paying|paid|earn|bill|billed|invoice|spend|profit|fare|expensive|wage|damages|hourly|refund|deductible|contribution|tuition|mrr|arr|grant|subsidy|compensation|ceiling|capital)\b/,
    ["money"],
  ],
  [/\bwhy\b|\breasons?\b|\bwhat (?:caused|is behind)\b|\bhow come\b/, ["why"]],
  [/\bwho\b|\bwhom\b|\bwhose\b|\bname of\b|\bcontact person\b/, ["person"]],
  [
    /\bwhere\b|\b(?:address|venue|location)\b|\b(?:which|what) (?:restaurant|hotel|hall|building|place|city|floor|airport)\b/,
    ["place"],
  ],
];

export const YES_NO =
  /^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|must|am|isn't|aren't|didn't|doesn't|hasn't|haven't|any)\b/;

export const REQUEST =
  /\bwhat (?:else |exactly )?(?:do|does|did|has) (?!i\b|we\b|it\b).{1,40}\b(?:want|need|ask|asking|asked|after|request|expect|require|demand)(?:ed)?\b(?! (?:to|for (?:the|a|it|that|line))\b)|\bwhat (?:am i|do i|should i|must i|have i|are we|do we).{1,30}\b(?:deliver|send|provide|bring|prepare|do|supposed)\b/;
