/** Frequent first names, in small letters: an address without a separator is that of a person only by one of them. */
const FIRST_NAMES = new Set(
  [
    "ada adam adrian agnes aisha alan albert alex alexander alexandra alice alicia alina amanda amir amy ana andrea andreas andrew angela anita anja ann anna anne annette antje anton antonia antonio arthur astrid",
    "barbara beatrice ben benjamin bernd bernhard bettina birgit bob brian bruno camille carl carla carlos carmen carol caroline catherine cecile charles charlotte chiara chris christa christian christiane christine christoph claire clara claudia claire cornelia",
    "dan daniel daniela dave david deborah diana diego dieter dirk dominik doris edith eduardo elena elisa elisabeth elizabeth ella ellen elsa emil emilia emily emma eric erik erika ernst eva evelyn fatima felix fernando florian francisco frank franz fritz",
    "gabriel gabriele george gerd gerhard gisela grace greta guillaume gustav hanna hannah hannes hans harald harry heike heinz helen helena helga henri henry holger hugo ian ines inga ingrid irene iris isabel isabelle ivan",
    "jack jacob jakob james jan jane janet jason javier jean jennifer jens jessica joan johanna johannes john jonas jorge jose joseph juan judith julia julian julie julien jonathan karen karin karl katharina kathrin katja kevin klaus kurt",
    "lara lars laura laurent lea lena leo leon leonie linda lisa louis louise lucas lucia lucie luis luisa lukas luke manfred manon manuel manuela marc marcel marco marcos margaret maria marie marina mark markus marta martha martin martina mary mathieu matthew matthias max maya mei michael michel michelle miguel mike miriam monika moritz",
    "nadia nancy natalie nicolas nicole nils nina noah nora oliver olivia oscar otto pablo pascal patricia patrick paul paula pedro peter petra philip philipp pierre priya rachel rafael rainer ralf ramon raphael raul rebecca renate richard robert roger rosa ruth ryan",
    "sabine sam samuel sandra sara sarah sebastian silke silvia simon simone sofia sonja sophie stefan stefanie stephan stephen steve susan susanne sven sylvia tanja teresa thomas thorsten tim tina tobias tom tony ulrich ulrike ursula ute uwe valentina vera veronika victor victoria vincent walter werner will william wolfgang yves zoe",
  ].flatMap((line) => line.split(" ")),
);

export const isFirstName = (word: string): boolean => FIRST_NAMES.has(word.toLowerCase());
