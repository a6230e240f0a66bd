import type { Context } from "./context.ts";

/** What a call reached outside of this program: whether anything there may be other than before. */
export class OutsideTrace {
  #mayHaveActed = false;

  /** False only where nothing outside can have changed: nothing was reached, or it was read. */
  get mayHaveActed(): boolean {
    return this.#mayHaveActed;
  }

  /** The same context, of which every way out is noted here; a job that it starts counts as a way out. */
  of<C extends Context>(context: C): C {
    const note = () => {
      this.#mayHaveActed = true;
    };
    const enqueue: Context["enqueue"] = (...given) => {
      note();
      return context.enqueue(...given);
    };
    const publish: Context["publish"] = (...given) => {
      note();
      return context.publish(...given);
    };
    return Object.create(context, {
      enqueue: { value: enqueue },
      publish: { value: publish },
      outbound: { get: () => notedOutbound(context.outbound, note) },
      mail: { get: () => notedMail(context.mail, note) },
    }) as C;
  }
}

/** A name that is not found and a host that does not answer were not reached. */
const notedOutbound = (outbound: Context["outbound"], note: () => void): Context["outbound"] => ({
  ...outbound,
  connect: async (host, port, options = {}) => {
    const socket = await outbound.connect(host, port, options);
    if (!options.isReading) note();
    return socket;
  },
});

const notedMail = (mail: Context["mail"], note: () => void): Context["mail"] => ({
  ...mail,
  send: (...given) => {
    note();
    return mail.send(...given);
  },
  openImap: (...given) => {
    note();
    return mail.openImap(...given);
  },
});
