import { Instance } from "./product.ts";

/** Before the first journey: creates one unused instance to copy for all journeys that start with an empty one. */
export default () => Instance.prepareUnused();
