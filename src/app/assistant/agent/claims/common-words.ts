/** Words that begin a sentence with a capital letter and name nobody, in English; in others the usual ones. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `a about above according across additionally after afterwards again all almost along alongside already also although altogether
always am an and another any anyone anything anyway apart approx are around as aside ask at attached attachment away back based be because
been before behind being below besides best better between beyond both bring but by can cancel care certainly change check clause clear
close come complete completed confirm consider could create created currently date day dear decide delete deleted did didn't do does
doesn't don't done double draft drafted due during each earlier early either else end enough even event events ever every everybody
everyone everything except expect fewer final finally fine first five following for four free from further get give given go good got great
guests had half has hasn't have haven't he hello help hence her here here's hers hi his how however i i'd i'll i'm i've if immediately in
including indeed information inside instead into is isn't it it's its just keep last late later latest least leave left less let let's
like likely line list logged long look looking low made mail mails make many mark marked may maybe me mean meanwhile meet meeting meetings
message messages might mine more moreover most moved mr mrs ms much must my myself near neither never nevertheless new next nine no nobody
none nor not note nothing now of off offer ok okay old on once one only open opening or order other others otherwise our ours out over
overall own page part past pay pending people per perhaps please plus possibly previously probably put rather read ready really regarding
regards remaining remember remind reply request reschedule right same saved say scheduled search second see seems send sent seven several
shall she should show similarly since six so some somebody someone something soon sorry still subject such sure take task tasks ten text
than thank thanks that that's the their them then there there's therefore these they they're thing things third this those though three
through throughout thus till time title to together too top total toward try two under unfortunately unless until up update updated upon
urgent us use usually very via wait waiting was wasn't we we'd we'll we're we've well were weren't what what's whatever when whenever where
whereas wherever whether which whichever while who who's whoever whole whom whose why will with within without won't work would wouldn't
wrote yes yet you you'd you'll you're you've your yours yourself agenda amount answer appointment appointments approval budget calendar call
calls clash comment comments conflict contact contacts contract conversation conversations copy cost costs deadline decision decisions detail
details document documents email emails figure file files folder inbox invitation invitations invoice invoices key location memory minutes
money news nights notice number option options overdue participants payment person place plan points price priority project projects question
questions reason reasons receipt recipients record records reminder reminders rent result results room sender source status step steps sum
summary sender settings topic topics travel unread value vote votes weather week weekend workspace year bullet correct apologies noted
hooray congratulations yesterday today tomorrow tonight morning afternoon evening noon midnight monthly weekly daily yearly net gross
der die das den dem des ein eine einer einem einen und oder aber ich sie er es wir ihr du ihre ihren mein meine dein deine sein seine heute
morgen gestern am im in an auf aus bei bis durch fur gegen ohne um unter uber von vom vor zu zum zur mit nach nicht kein keine noch nur auch
schon dann wenn weil dass ob wie was wer wo wann warum hier dort diese dieser dieses jede jeder alle zwei drei beide erledigt fertig
le la les un une des du de et ou mais je tu il elle nous vous ils elles mon ma mes ton ta tes son sa ses votre vos notre nos ce cet cette
ces qui que quoi ou quand comment pourquoi avec sans pour par sur sous dans chez entre vers ne pas plus aujourd'hui demain hier voici voila
fait c'est il y j'ai el los las una unos unas y o pero yo tu el ella nosotros ellos mi mis su sus este esta estos estas ese esa que quien
cuando donde como por para con sin sobre entre hasta desde no si hay hoy manana ayer hecho he tiene tienes usted`.split(
    /\s+/,
  ),
);

/** Forms of address before a name, and short forms that are no names. */
export const NO_NAMES: ReadonlySet<string> = new Set(
  "mr mrs ms miss dr prof sir madam herr frau herrn monsieur madame senor senora ok am pm utc cet cest gmt pdf id ai url fyi asap tbd faq eur usd gbp chf hq q i adjutant assistant english german french spanish deutsch".split(
    " ",
  ),
);

/** A word that ends like this is no name, at the beginning of a sentence. */
export const COMMON_ENDING =
  /(?:ly|ing|ings|tion|tions|ment|ments|ness|ity|able|ible|ously|ance|ances|ence|ship|ure)$/;
