import { z } from "zod";
import { read, resource, write } from "#platform/capability/capability.ts";
import { Id, pageOf } from "#platform/capability/wire.ts";
import { Call, CallKind, HeardSignal, Signal } from "./call-model.ts";
import { IceServers, iceServersFor } from "./ice-servers.ts";
import { declineCall, endCall, joinCall, leaveCall, stayInCall } from "./join-calls.ts";
import { findCall, ListCalls, listCalls, runningCalls } from "./read-calls.ts";
import { hearSignals, sendSignal } from "./send-signals.ts";
import { startCall } from "./start-calls.ts";

const byId = z.strictObject({ id: Id });
/** The page that takes part: it makes the id up, and what others send to it reaches no other page. */
const fromSeat = z.strictObject({ id: Id, seat: Id });

export const calls = resource("calls", {
  list: read({
    summary: "List the calls of your conversations, or of one of them, newest first",
    input: ListCalls,
    output: pageOf(Call),
    access: "user",
    run: listCalls,
  }),
  current: read({
    summary: "List the calls of your conversations that ring or are under way",
    input: z.strictObject({}),
    output: z.object({ calls: z.array(Call) }),
    access: "user",
    run: async (context) => ({ calls: await runningCalls(context) }),
  }),
  get: read({
    summary: "Read one call and who is in it",
    input: byId,
    output: Call,
    access: "user",
    run: (context, { id }) => findCall(context, id),
  }),
  start: write({
    summary: "Call the people of a conversation; where a call of theirs is under way already, join it",
    input: z.strictObject({ conversationId: Id, kind: CallKind, seat: Id }),
    output: Call,
    access: "user",
    agents: "hidden",
    run: startCall,
  }),
  join: write({
    summary: "Answer a call that rings, or join one under way; another page of yours leaves it",
    input: fromSeat,
    output: Call,
    access: "user",
    agents: "hidden",
    run: joinCall,
  }),
  decline: write({
    summary: "Decline a call that rings, on all your pages",
    input: byId,
    output: Call,
    access: "user",
    agents: "hidden",
    run: (context, { id }) => declineCall(context, id),
  }),
  leave: write({
    summary: "Leave a call; it ends where nobody is left to talk to",
    input: fromSeat,
    output: Call,
    access: "user",
    agents: "hidden",
    run: leaveCall,
  }),
  end: write({
    summary: "End a call for everybody: who started it may, and both of a direct conversation",
    input: byId,
    output: Call,
    access: "user",
    agents: "hidden",
    run: (context, { id }) => endCall(context, id),
  }),
  stay: write({
    summary:
      "Say that a page is still in its call and up to where it has heard; answers the call as it stands",
    input: z.strictObject({ id: Id, seat: Id, heard: z.int().min(0).default(0) }),
    output: Call,
    access: "user",
    agents: "hidden",
    isTraffic: true,
    run: stayInCall,
  }),
  signal: write({
    summary: "Hand a WebRTC description or candidates to another page in the same call",
    input: z.strictObject({ id: Id, seat: Id, toSeat: Id, signal: Signal }),
    output: byId,
    access: "user",
    agents: "hidden",
    isTraffic: true,
    run: sendSignal,
  }),
  signals: read({
    summary: "Read what other pages in the call handed to this one, after what it has heard",
    input: z.strictObject({ id: Id, seat: Id, after: z.int().min(0).default(0) }),
    output: z.object({ signals: z.array(HeardSignal) }),
    access: "user",
    agents: "hidden",
    run: async (context, input) => ({ signals: await hearSignals(context, input) }),
  }),
  iceServers: read({
    summary: "Get the STUN and TURN servers of this instance, with credentials for a few hours",
    input: z.strictObject({}),
    output: IceServers,
    access: "user",
    agents: "hidden",
    run: async (context) => iceServersFor(context),
  }),
});
