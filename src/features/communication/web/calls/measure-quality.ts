export type Quality = "good" | "fair" | "poor";

type Counters = { lost: number; received: number };

const SPEAKING = 0.02;
/** Round-trip seconds and share of lost packets from which people notice. */
const FAIR = { delay: 0.3, loss: 0.03 };
const POOR = { delay: 0.7, loss: 0.1 };

/** Rates a connection by the packets lost since the last measurement and by the round-trip time. */
export class QualityMeter {
  #before: Counters = { lost: 0, received: 0 };

  read(report: RTCStatsReport): { quality: Quality; isSpeaking: boolean } {
    const now: Counters = { lost: 0, received: 0 };
    let delay = 0;
    let sentLoss = 0;
    let level = 0;
    for (const each of report.values() as Iterable<Record<string, unknown>>) {
      const number = (name: string) => (typeof each[name] === "number" ? each[name] : 0);
      if (each.type === "inbound-rtp") {
        now.lost += number("packetsLost");
        now.received += number("packetsReceived");
        level = Math.max(level, number("audioLevel"));
      }
      if (each.type === "remote-inbound-rtp") sentLoss = Math.max(sentLoss, number("fractionLost"));
      if (each.type === "candidate-pair" && each.nominated === true) delay = number("currentRoundTripTime");
    }
    const lost = Math.max(0, now.lost - this.#before.lost);
    const received = Math.max(0, now.received - this.#before.received);
    this.#before = now;
    return {
      quality: judge(delay, Math.max(sentLoss, lost / Math.max(1, lost + received))),
      isSpeaking: level > SPEAKING,
    };
  }
}

export function judge(delay: number, loss: number): Quality {
  if (delay > POOR.delay || loss > POOR.loss) return "poor";
  return delay > FAIR.delay || loss > FAIR.loss ? "fair" : "good";
}
