import { expect, test } from "vitest";
import { parseCommunicationAddress } from "./communication-address.ts";

const id = "0b9f3c1e-6c1d-4f7e-9a45-3d2f1c0e8b7a";

test("a link is parsed; unknown parameters are dropped", () => {
  expect(parseCommunicationAddress({ conversation: id, search: 42, archived: true, nonsense: 1 })).toEqual({
    conversation: id,
    search: "42",
    archived: true,
  });
  expect(parseCommunicationAddress({ with: id })).toEqual({ with: id });
  expect(parseCommunicationAddress({ call: "<script>", tab: "other", create: "havoc", search: " " })).toEqual(
    {},
  );
});
