import { boundDecoding } from "./bound-decoding.ts";

// For as long as this worker lives; imported before what decodes.
boundDecoding();
