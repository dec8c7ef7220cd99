import type { Consent } from "../../../contract/leads/consent.ts";
import type { Lead } from "../../../contract/schemas/lead.ts";
import type { CustomField } from "../../../contract/schemas/leadFields.ts";
import { leadFormTexts } from "../../../contract/texts/workspace/leadForms.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { type ShownField, useCrossedEdits } from "../shell/useCrossedEdits.ts";
import { type OwnValues, ownDefaults, ownGiven } from "./fields/OwnFields.tsx";

const plainNames = ["firstName", "lastName", "email", "phone"] as const;
type Plain = Pick<Lead, (typeof plainNames)[number]>;
type Typed = Plain & OwnValues & Pick<Lead, "collection" | "optout"> & { said: { consent?: Consent } };
/** On the lead's page collections are changed separately. */
type Place = { opened: Lead; isPage: boolean };

/** Saves what was typed of a lead, unless somebody else has changed the same since the form was opened. */
export function useChangingLead(fields: readonly CustomField[]) {
  const texts = useTexts(leadFormTexts);
  const save = useCrossedEdits<Lead>();
  const shownOf = ({ own, ...plain }: Plain & OwnValues): ShownField[] => [
    ...plainNames.map((name) => ({ name, label: texts.form.plain[name], value: plain[name] })),
    ...fields.map(({ key, label }) => ({ name: `own.${key}`, label, value: own[key] ?? "" })),
  ];
  return ({ own, said, optout, ...typed }: Typed, { opened, isPage }: Place): Promise<Lead> => {
    const params = { id: opened._id };
    const before = ownDefaults(fields, opened.fields);
    const changed = fields.filter(({ key }) => own[key] !== before[key]);
    return save({
      thing: "lead",
      opened,
      typed: shownOf({ ...typed, own }),
      readsFirst: true,
      shown: (one) => shownOf({ ...one, own: ownDefaults(fields, one.fields) }),
      read: () => browserClient("GET /amplify/leads/{id}", { params }),
      put: (now) =>
        browserClient("PUT /amplify/leads/{id}", {
          params,
          body: {
            ...mergeLeadEdits(typed, { opened, now }),
            ...(isPage ? { collection: now.collection } : {}),
            ...(changed.length === 0 ? {} : { fields: ownGiven(changed, own) }),
            ...(optout === opened.optout ? {} : { optout }),
            ...said,
            was: asRead(now, changed),
          },
        }),
    });
  };
}

/** What the lead was as it was read last, as far as it is written over. */
function asRead({ firstName, lastName, email, phone, fields }: Lead, changed: readonly CustomField[]) {
  const own = Object.fromEntries(changed.map(({ key }) => [key, fields[key] ?? null]));
  return { firstName, lastName, email, phone, ...(changed.length === 0 ? {} : { fields: own }) };
}

type Said = Pick<Lead, "firstName" | "lastName" | "email" | "phone" | "collection">;

/**
 * What somebody changed of a lead that they opened, over what it is by now: a colleague, or another window, may have
 * changed the rest since.
 */
function mergeLeadEdits(said: Said, { opened, now }: { opened: Said; now: Said }): Said {
  const one = (key: "firstName" | "lastName" | "email" | "phone") =>
    said[key] === opened[key] ? now[key] : said[key];
  const joined = said.collection.filter((name) => !opened.collection.includes(name));
  const left = opened.collection.filter((name) => !said.collection.includes(name));
  return {
    firstName: one("firstName"),
    lastName: one("lastName"),
    email: one("email"),
    phone: one("phone"),
    collection: [...new Set([...now.collection.filter((name) => !left.includes(name)), ...joined])],
  };
}
