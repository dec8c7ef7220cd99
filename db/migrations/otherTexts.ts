import type { Step } from "./step.ts";
import { stepHash } from "./stepHash.ts";

/**
 * Hashes, in either dialect, that data may bear for a step beside today's: the step was shipped with another text, and
 * a later step brings what that one made to the same. A step that has landed never changes, so nothing is added here
 * but what was found out afterwards.
 */
const otherTexts: Readonly<Record<string, readonly string[]>> = {
  // Without the devices that people were signed in on, which 0015 adds.
  "0010_devices_and_optouts": [
    "d7e6383e0dc3e508520c07defce132c67a75f03058d9ff3f282c3a2f3f4085c8",
    "ecea0a6fefcbfb9b4d99371e08a22938914d99570eefaf0da7e758eb2b9df435",
  ],
};

/** Whether data that bears this hash was made by the step, as it is or as it once was. */
export function isHashOf(step: Step, hash: string): boolean {
  return hash === stepHash(step) || (otherTexts[step.tag]?.includes(hash) ?? false);
}
