import { boundDecoding } from "./bound-decoding.ts";

// For the lifetime of this worker; imported before the decoders.
boundDecoding();
