import { expect, test } from "vitest";
import { clientAddress } from "./client-address.ts";

const behindProxy = clientAddress(["10.0.0.0/8", "fd00::/8"]);
const behind = (peer: string, forwardedFor: string | undefined) =>
  behindProxy(peer, (name) => (name === "x-forwarded-for" ? forwardedFor : undefined));

test("a forwarded address from an unknown peer is not believed", () => {
  expect(behind("203.0.113.9", "198.51.100.1")).toBe("203.0.113.9");
  expect(clientAddress([])("127.0.0.1", () => "198.51.100.1")).toBe("127.0.0.1");
});

test("a trusted proxy vouches for the last hop that is not a proxy itself", () => {
  expect(behind("10.0.0.2", "198.51.100.1, 10.0.0.7")).toBe("198.51.100.1");
  expect(behind("10.0.0.2", "1.1.1.1, 198.51.100.1")).toBe("198.51.100.1");
  expect(behind("fd00::1", "2001:db8::5")).toBe("2001:db8::5");
});

test("nonsense in the header leaves the direct peer", () => {
  expect(behind("10.0.0.2", "unknown, <script>")).toBe("10.0.0.2");
  expect(behind("::ffff:10.0.0.2", undefined)).toBe("10.0.0.2");
});
