import type { WrittenLanguage } from "#platform/language/detect-language.ts";

/** What a mail is about, as an answer names it: the words in the mail, and the thing with its article (in German in the accusative). */
type Matter = readonly [words: RegExp, thing: string];

const MATTERS: Readonly<Record<WrittenLanguage, readonly Matter[]>> = {
  en: [
    [/(?<!\p{L})dividends?(?!\p{L})/iu, "the dividend"],
    [/(?<!\p{L})discounts?(?!\p{L})/iu, "the discount"],
    [/(?<!\p{L})(?:settle\p{L}*|counter(?:-?offer)?|offers?)(?!\p{L})/iu, "the offer"],
    [/(?<!\p{L})invoices?(?!\p{L})/iu, "the invoice"],
    [/(?<!\p{L})(?:prices?|rates?|fees?|rent)(?!\p{L})/iu, "the figures"],
    [/(?<!\p{L})(?:ship(?:ments?|ping|ped)?|deliver(?:y|ies))(?!\p{L})/iu, "the delivery"],
    [/(?<!\p{L})(?:budget|costs?)(?!\p{L})/iu, "the costs"],
    [/(?<!\p{L})(?:raise|salary|bonus)(?!\p{L})/iu, "the pay"],
  ],
  de: [
    [/(?<!\p{L})(?:rabatt|nachlass|skonto)/iu, "den Nachlass"],
    [/(?<!\p{L})(?:angebot|gegenangebot)/iu, "das Angebot"],
    [/(?<!\p{L})rechnung/iu, "die Rechnung"],
    [/(?<!\p{L})(?:preis|honorar|miete|gebühr)/iu, "die Zahlen"],
    [/(?<!\p{L})(?:kosten|budget)/iu, "die Kosten"],
    [/(?<!\p{L})(?:lieferung|teillieferung)/iu, "die Lieferung"],
  ],
  fr: [
    [/(?<!\p{L})(?:remise|rabais|ristourne)/iu, "la remise"],
    [/(?<!\p{L})chiffres(?!\p{L})/iu, "les chiffres"],
    [/(?<!\p{L})(?:offre|contre-offre)/iu, "l'offre"],
    [/(?<!\p{L})facture/iu, "la facture"],
    [/(?<!\p{L})(?:livraison|livrée?s?)(?!\p{L})/iu, "la livraison"],
    [/(?<!\p{L})(?:prix|tarifs?|loyer)(?!\p{L})/iu, "les montants"],
  ],
  es: [
    [/(?<!\p{L})(?:descuento|rebaja)/iu, "el descuento"],
    [/(?<!\p{L})(?:oferta|contraoferta)/iu, "la oferta"],
    [/(?<!\p{L})factura/iu, "la factura"],
    [/(?<!\p{L})(?:precios?|tarifas?|alquiler)(?!\p{L})/iu, "los importes"],
    [/(?<!\p{L})(?:entrega|envío)(?!\p{L})/iu, "la entrega"],
  ],
};

/** The first that the text names; null where it names none. */
export const matterOf = (text: string, language: WrittenLanguage): string | null =>
  MATTERS[language].find(([words]) => words.test(text))?.[1] ?? null;
