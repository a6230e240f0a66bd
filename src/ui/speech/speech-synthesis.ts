/** Reads a text aloud with the browser's own voice and stops the previous one. False if the browser has no voice. */
export async function readAloud(text: string, lang: string): Promise<boolean> {
  const voice = await voiceFor(lang);
  if (!voice) return false;
  speechSynthesis.cancel();
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = voice;
  utterance.lang = voice.lang;
  speechSynthesis.speak(utterance);
  return true;
}

export const stopReadingAloud = () => globalThis.speechSynthesis?.cancel();

const VOICES_MS = 1_000;

/**
 * Voices load after the page; some browsers never have any. A voice on the device is preferred to one over the
 * network.
 */
async function voiceFor(lang: string): Promise<SpeechSynthesisVoice | undefined> {
  if (!("speechSynthesis" in globalThis)) return undefined;
  if (speechSynthesis.getVoices().length === 0)
    await new Promise<void>((resolve) => {
      speechSynthesis.addEventListener("voiceschanged", () => resolve(), { once: true });
      setTimeout(resolve, VOICES_MS);
    });
  const [language = ""] = lang.split("-");
  const fitting = speechSynthesis.getVoices().filter((voice) => voice.lang.startsWith(language));
  const best = (voice: SpeechSynthesisVoice) => Number(voice.localService) * 2 + Number(voice.lang === lang);
  return fitting.toSorted((one, other) => best(other) - best(one))[0];
}
