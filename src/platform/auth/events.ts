import { z } from "zod";
import { Id } from "#platform/capability/wire.ts";

/** The address of an account was proven or vouched for: what waited for it can go on. */
export const AddressRecorded = z.object({ userId: Id });

export const addressRecorded = { name: "auth.address-recorded", payload: AddressRecorded };
