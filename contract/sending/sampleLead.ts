import type { MergeValues } from "../mergeFields.ts";

/** Who a mail is shown for where there is no lead: nobody's name, an address that can never be anybody's. */
export const sampleLead: MergeValues = {
  firstName: "Ann",
  lastName: "Lee",
  email: "ann@example.com",
  phone: "555 0100",
  unsubscribeUrl: "#",
};
