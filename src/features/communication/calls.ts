import { z } from "zod";
import { read, resource, write } from "#platform/capability/capability.ts";
import { Id, pageOf } from "#platform/capability/wire.ts";
import { Call, CallKind, ReceivedSignal, Signal } from "./call-model.ts";
import { IceServers, iceServersFor } from "./calls/ice-servers.ts";
import { declineCall, endCall, heartbeatCall, joinCall, leaveCall } from "./calls/join-calls.ts";
import { findCall, ListCalls, listCalls, runningCalls } from "./calls/read-calls.ts";
import { receiveSignals, sendSignal } from "./calls/send-signals.ts";
import { startCall } from "./calls/start-calls.ts";

const byId = z.strictObject({ id: Id });
/** Identifies the page in the call: the page generates the id, and signals sent to it reach no other page. */
const pageInput = z.strictObject({ id: Id, peerId: Id });

export const calls = resource("calls", {
  list: read({
    summary: "List the calls of your conversations, or of one of them, newest first",
    input: ListCalls,
    output: pageOf(Call),
    access: "user",
    run: listCalls,
  }),
  current: read({
    summary: "List the ringing and ongoing calls of your conversations",
    input: z.strictObject({}),
    output: z.object({ calls: z.array(Call) }),
    access: "user",
    run: async (context) => ({ calls: await runningCalls(context) }),
  }),
  get: read({
    summary: "Get one call and its participants",
    input: byId,
    output: Call,
    access: "user",
    run: (context, { id }) => findCall(context, id),
  }),
  start: write({
    summary: "Call the people of a conversation, or join the ongoing call",
    input: z.strictObject({ conversationId: Id, kind: CallKind, peerId: Id }),
    output: Call,
    access: "user",
    agents: "hidden",
    run: startCall,
  }),
  join: write({
    summary: "Answer a ringing call, or join an ongoing one; your other pages leave it",
    input: pageInput,
    output: Call,
    access: "user",
    agents: "hidden",
    run: joinCall,
  }),
  decline: write({
    summary: "Decline a ringing call on all your pages",
    input: byId,
    output: Call,
    access: "user",
    agents: "hidden",
    run: (context, { id }) => declineCall(context, id),
  }),
  leave: write({
    summary: "Leave a call; it ends when nobody else is left",
    input: pageInput,
    output: Call,
    access: "user",
    agents: "hidden",
    run: leaveCall,
  }),
  end: write({
    summary:
      "End a call for everybody; allowed for who started it, and for both people of a direct conversation",
    input: byId,
    output: Call,
    access: "user",
    agents: "hidden",
    run: (context, { id }) => endCall(context, id),
  }),
  heartbeat: write({
    summary: "Send the heartbeat of a page in a call and acknowledge signals; returns the call",
    input: z.strictObject({ id: Id, peerId: Id, lastSignalId: z.int().min(0).default(0) }),
    output: Call,
    access: "user",
    agents: "hidden",
    isTraffic: true,
    run: heartbeatCall,
  }),
  signal: write({
    summary: "Send a WebRTC description or candidates to another page in the same call",
    input: z.strictObject({ id: Id, peerId: Id, toPeerId: Id, signal: Signal }),
    output: byId,
    access: "user",
    agents: "hidden",
    isTraffic: true,
    run: sendSignal,
  }),
  signals: read({
    summary: "Receive the signals of other pages in the call since the last one",
    input: z.strictObject({ id: Id, peerId: Id, after: z.int().min(0).default(0) }),
    output: z.object({ signals: z.array(ReceivedSignal) }),
    access: "user",
    agents: "hidden",
    run: async (context, input) => ({ signals: await receiveSignals(context, input) }),
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
