/** Numbers as people write them in English, without articles: 'a month' is no period of notice. */
const ENGLISH: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, eighteen: 18, twenty: 20 },
  ...{ "twenty-four": 24, "twenty-eight": 28, thirty: 30, "thirty-six": 36, forty: 40, "forty-five": 45 },
  ...{ fifty: 50, sixty: 60, ninety: 90 },
};
const GERMAN: Readonly<Record<string, number>> = {
  ...{ eines: 1, einem: 1, einer: 1, einen: 1, zwei: 2, drei: 3, vier: 4, fünf: 5, sechs: 6, sieben: 7 },
  ...{ acht: 8, neun: 9, zehn: 10, elf: 11, zwölf: 12, vierzehn: 14, fünfzehn: 15, achtzehn: 18 },
  ...{ zwanzig: 20, vierundzwanzig: 24, dreißig: 30, sechsunddreißig: 36, sechzig: 60, neunzig: 90 },
};
const FRENCH: Readonly<Record<string, number>> = {
  ...{ un: 1, une: 1, deux: 2, trois: 3, quatre: 4, cinq: 5, six: 6, sept: 7, huit: 8, neuf: 9, dix: 10 },
  ...{ onze: 11, douze: 12, quinze: 15, "dix-huit": 18, vingt: 20, trente: 30, soixante: 60 },
  "quatre-vingt-dix": 90,
};
const SPANISH: Readonly<Record<string, number>> = {
  ...{ un: 1, uno: 1, una: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6, siete: 7, ocho: 8, nueve: 9 },
  ...{ diez: 10, once: 11, doce: 12, catorce: 14, quince: 15, dieciocho: 18, veinte: 20, treinta: 30 },
  ...{ sesenta: 60, noventa: 90 },
};

/** Amounts before a unit, as people say them in English: 'an hour', 'a couple of days', 'two weeks'. */
export const NUMBER_WORDS: Readonly<Record<string, number>> = { a: 1, an: 1, couple: 2, ...ENGLISH };

/** Numbers before a period in contracts, in English, German, French and Spanish: 'drei Monate', 'soixante jours'. */
export const PERIOD_NUMBERS: Readonly<Record<string, number>> = {
  ...ENGLISH,
  ...GERMAN,
  ...FRENCH,
  ...SPANISH,
};
