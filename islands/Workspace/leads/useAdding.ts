import { useState } from "react";
import type { Client } from "../../../contract/client.ts";
import { Refusal } from "../../../contract/errors.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { createRequestKeys } from "../../_data/requestKeys.ts";

export type Adding = {
  /** The client for what a form adds: asked again after a lost answer it is the same thing, and there are not two. */
  add: Client;
  /** Whether that was asked for here before, so that what is there by now may be this form's own. */
  wasAsked: (input: object) => boolean;
};

/** For a form that goes once something was added: for as long as it is there, the same words mean the same thing. */
export function useAdding(): Adding {
  const [keys] = useState(createRequestKeys);
  const add = async (...[call, input = {}, options]: Parameters<Client>) => {
    try {
      const { key: idempotencyKey } = keys.keyOf(input);
      return await browserClient(call, input, { ...options, idempotencyKey });
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason.code !== "idempotency_unknown") throw error;
      // The server ended in the middle of it. A name that it took before it did is refused, as any other that is taken.
      keys.forget(input);
      return browserClient(call, input, options);
    }
  };
  return { add: add as Client, wasAsked: keys.has };
}
