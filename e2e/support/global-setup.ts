import { Instance } from "./product.ts";

/** Before the first journey: one instance is made from nothing, for all that begin with an empty one. */
export default () => Instance.prepareUnused();
