import type { Context } from "./context.ts";

/** Records whether a call may have changed something outside this program. */
export class OutsideTrace {
  #hasEffect = false;

  /** False only if nothing outside can have changed: nothing was contacted, or only read. */
  get hasOutsideEffect(): boolean {
    return this.#hasEffect;
  }

  /** The same context, with every outside contact recorded here; enqueuing a job counts. */
  of<C extends Context>(context: C): C {
    const note = () => {
      this.#hasEffect = true;
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

/** An unknown name or a host that does not respond does not count as contacted. */
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
