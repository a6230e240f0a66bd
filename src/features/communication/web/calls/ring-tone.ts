const EVERY_MS = 3_000;
const NOTES = [
  { at: 0, hertz: 659 },
  { at: 0.22, hertz: 784 },
  { at: 0.44, hertz: 988 },
] as const;

/** Three soft notes every three seconds, if the browser lets the page play sound; call the result to stop. */
export function ring(): () => void {
  const context = new AudioContext();
  const play = () => {
    // If the browser blocks sound, the call is only shown.
    if (context.state !== "running") return void context.resume().catch(() => undefined);
    for (const { at, hertz } of NOTES) {
      const tone = context.createOscillator();
      const volume = context.createGain();
      const start = context.currentTime + at;
      tone.frequency.value = hertz;
      volume.gain.setValueAtTime(0, start);
      volume.gain.linearRampToValueAtTime(0.12, start + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.5);
      tone.connect(volume).connect(context.destination);
      tone.start(start);
      tone.stop(start + 0.55);
    }
  };
  play();
  const timer = setInterval(play, EVERY_MS);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}
