/** The reader need not do anything: that is what they want to know. */
export const NO_ACTION =
  /(?<!\p{L})(?:nothing (?:for you )?to do|no action (?:is )?(?:needed|required)|you (?:can|may) ignore|need not do|kein handlungsbedarf|nichts (?:zu tun|weiter zu tun)|rien à faire|no (?:tiene|tienes) que hacer nada)(?!\p{L})/iu;

/** 'Qué tal todo?' */
export const COURTEOUS_QUESTION =
  /^¿?(?:was this (?:mail )?forwarded to you|how are (?:you|things)|how(?:['’]s| is) (?:it going|life|everything)|qué tal(?: (?:todo|estás|va|te va))?|cómo (?:estás|va todo)|wie geht(?:['’]s| es)[^?]{0,20}|ça va|comment (?:vas-tu|allez-vous))\??$/iu;

/** What decides the matter, whatever else stands there. */
export const DECISIVE =
  /(?<!\p{L})(?:(?:we|i) won(?!['’]t)|offered me|we(?:['’]re| are) expecting|pregnant|(?:bekommen|erwarten) [^.]{0,20}(?:kind|baby)|schwanger|enceinte|embarazada|gewonnen|remporté|hemos ganado|accepted (?:another|a new)|resign\p{L}*|i would counter|i(?:['’]d| would) (?:do|go|take|pick|choose)|come down to|expires?|i want (?:\p{L}+ )?things|giving notice|give notice|so very sorry|condolences|memorial|not affected|grant|meet \p{Lu}\p{Ll}+, who|non-executive|market rent|proposed|honoured|approval|split (?:it|the)|treated as withdrawn|deadline|penalty|stimmen wir nicht|kündig\p{L}*|ordnungsgeld|mahnung|gutschrift|gefeiert|wer (?:das|die|den) [^.]{0,60}(?:übernimmt|zahlt)|zugesagt|démission\p{L}*|mise en demeure|au plus tard|suffit|renuncia|orden de compra|asado|queda en firme)(?!\p{L})/iu;

/** What is said for the sake of saying it. */
export const FILLER =
  /(?<!\p{L})(?:happy to (?:talk|discuss|chat|jump)|was this forwarded|who does that|i wanted you to hear|prie d['’]agréer|was für eine woche|what a week|greetings of the day|trust you are well|wetter war|il a fait beau|buen tiempo|don['’]t get me wrong|i appreciate (?:that )?you may|i wanted to say|i don['’]t want you to hear|hardest decision|sorry to (?:bother|do this)|lol|do you guys|can['’]t believe|nobody is panicking|hope you|spoken well of you|sorry for the difficult|no lo podemos creer|antes que nada|sorry to (?:land|bother|trouble)|ich schon wieder|would love to lock|been an age|let (?:me|us) know (?:what|which (?:one )?|if (?:this|that|any of)) ?(?:suits|works)|(?:two|three|a few|some) (?:things|points|questions)(?! (?:with|by))|restant à (?:votre|ta)|reste à (?:votre|ta)|me confirmer la date|everybody is proud|thank you both|if you have already paid|treat this (?:e-?mail|message|letter) as|man glaubt es kaum|je me permets|vendredi est passé|(?:ich )?finde es schade)(?!\p{L})/iu;

/** What somebody would be glad of. */
export const GLAD_OF =
  /(?<!\p{L})(?:a (?:\p{L}+ )?(?:word|note|line|call) from you|would mean (?:a lot|so much|the world)|ein (?:\p{L}+ )?wort von (?:dir|ihnen)|würde (?:sie|ihn|ihnen|ihr) (?:\p{L}+ )?(?:sehr )?freuen|mot de (?:ta|votre) part|ferait (?:\p{L}+ )?plaisir|unas palabras (?:tuyas|suyas)|(?:le|les) haría (?:\p{L}+ )?ilusión)(?!\p{L})/iu;

/** Thanks, sympathy and joy: the matter of a mail that wants nothing. */
export const KIND =
  /(?<!\p{L})(?:thanks?|sorry|condolences|sympathy|congratulations|danke?|dank|beileid|glückwunsch\p{L}*|gratulier\p{L}*|merci|remercie\p{L}*|condoléances|félicit\p{L}*|gracias|agradec\p{L}*|pésame|felicit\p{L}*|enhorabuena)(?!\p{L})/iu;

/** A line of a signature that sells. */
export const ADVERT =
  / \| |^(?:book (?:a )?time|schedule a (?:call|meeting) with me|follow (?:us|me) on)(?!\p{L})/iu;

/** An amount of money. */
export const AMOUNT =
  /[€$£] ?\d|\d ?(?:€|\$|£|(?:euros?|dollars?|pounds?|francs?|usd|eur|gbp|chf|pln)(?!\p{L}))|(?<!\p{L})(?:USD|EUR|GBP|CHF|PLN) ?\d/iu;

/** What happens if the reader does not. */
export const THREAT =
  /(?<!\p{L})(?:otherwise|failing (?:which|that)|or else|if (?:it|this|that) happens again|(?:if|unless) [^.?!]{3,80}(?:we|i) (?:shall|will|['’]ll)|(?:have|had) (?:to|the) [^.?!]{0,20}(?:suspend|cancel|terminate|towed)|andernfalls|ansonsten|sonst (?:werden|müssen)|bis dahin (?:halten|behalten)|sinon|à défaut|faute de|sans (?:réponse|livraison|paiement)|de lo contrario|en caso contrario|nos veremos obligad[oa]s)(?!\p{L})/iu;

/** Words that point to what was said before. */
export const POINTING =
  /(?<!\p{L})(?:this|that|these|those|it|its|them|they|their|one|ones|both|either|neither|such|same|so|then|there|others?|he|she|his|her|him|above|also|too|instead|therefore|until then|in the meantime|in particular|das|dies\p{L}*|es|dazu|davon|dafür|damit|darüber|daran|hierzu|er|ihn|ihm|beide\p{L}*|auch|so|dann|da|dort|deshalb|daher|jene\p{L}*|in der zeit|bis dahin|d['’]ici là|entretanto|cela|ça|celui\p{L}*|celle\p{L}*|ce|cet|cette|ces|ils?|elles?|aussi|donc|alors|lequel|laquelle|y|en|ces|esto|eso|est[aeo]s?|es[aeo]s?|lo|ambos|también|entonces|así|ello|él|ellos)(?!\p{L})|^(?:and|but|or|und|aber|oder|et|mais|ou|y|pero|o)(?!\p{L})/iu;

/** What joins a sentence to the one before. */
export const LEAD_IN =
  /^(?:also|and|finally|lastly|besides|anyway|by the way|in addition|furthermore|please be advised that|außerdem|und|zudem|übrigens|ferner|par ailleurs|en outre|et|enfin|además|también|y|por otra parte),? (?=\S)/iu;

/** It begins with, or ends with, what another sentence says. */
export const REFERS =
  /^(?:if (?:i|we|you) (?:do not|don['’]t) have (?:that|this)|if (?:so|not|none)|but that['’]s|that['’]s|so (?=i|we|you)|or |and |otherwise|failing that|will it|could you do|oder |und |sonst|ansonsten|das |dies|sinon|et |cela |ça |même |si no|o |y |eso |de ser |please \p{L}{1,20} (?:it|them)(?= |\.|$)|which one|(?:kindly |please )?(?:confirm|let (?:me|us) know) which|andernfalls|de lo contrario|à défaut|faute de quoi|(?:is|are|would|does|do) (?:that|this|these|it|they)(?= )|ok with you)|^i am so (?:very )?sorry\.$|(?:do|to do|for) (?:that|the same)(?: at the earliest)?[.?]$/iu;

/** It begins with a pronoun, or points to 'that last sentence': alone it says nothing, or something else. */
export const DANGLES =
  /^(?:he|she|they|it|this|that|these|those|such|with(?:out)? (?:that|this|it|them)|(?:the )?(?:first|second|other) one|the (?:first|second|latter|former|same)(?! \p{L}+ (?:of|is|are|was))|both(?! of)|neither|by then|then|at that|er|diese[rsmn]?|dieser|es|dazu|dafür|damit(?! wir)|dabei|davon|danach|il|elle|ils|elles|ce(?:ci|la|lui-ci|lle-ci)|ce|cette|est[aeo]s?|es[ao]s?|él|ella|ellos|ello|sin (?:eso|ello))(?!\p{L})|(?<!\p{L})(?:(?:that|this) (?:last|first|second) (?:sentence|point|one|part)|(?:of |de )?(?:these|ces) (?:two |deux )?(?:dates|times|slots|créneaux)|diese[rn]? (?:beiden )?termine|estas fechas|the above|by then|(?:do|for) the same again|(?:do|call|send|post|take|accept) (?:it|that|them)(?: for me)?\?$|diese (?=\p{Ll}+ (?:werden|wird|sind)))/iu;

/** 'Firstly, the Christmas closure.' above what is said about it */
export const HEADING =
  /^(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|last(?:ly)?|finally|erstens|zweitens|drittens|d['’]abord|ensuite|enfin|primero|segundo|por último),? (?:[\p{L}\p{N}'’-]+ ){0,5}[\p{L}\p{N}'’-]+[.:]$/iu;

export const GREETING =
  /^(?:dear|hi|hello|hey|good (?:morning|afternoon|evening)|hallo|liebe[rs]?|sehr geehrte[rs]?|guten (?:tag|morgen|abend)|moin|servus|bonjour|bonsoir|salut|chère?s?|cher|madame|monsieur|hola|estimad[oa]s?|querid[oa]s?|buen[oa]s (?:días|tardes))(?!\p{L})/iu;

/** 'Two things before I can go on.' */
export const ANNOUNCED =
  /^(?:just |only |nur |deux |dos )?(?:two|three|a few|some|zwei|drei|ein paar|trois|quelques|tres|algunas) (?:quick |small |kurze |petites )?(?:things|points|questions|dinge|punkte|fragen|choses|questions|cosas|preguntas)[^.:?!\d]{0,60}\.$/iu;

/** What the sender or the reader does. */
export const PERSONAL =
  /(?<!\p{L})(?:i|we|you|my|our|your|ich|wir|sie|du|mein\p{L}{0,2}|unser\p{L}{0,2}|ihr\p{L}{0,2}|dein\p{L}{0,2}|je|nous|vous|tu|mon|notre|votre|yo|nos|nuestr[oa]s?|usted|me|te|le)(?!\p{L})|(?<!\p{L})j['’]/iu;
