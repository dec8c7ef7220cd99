import { exactTexts } from "../../../contract/texts/exact.ts";
import { accountTexts } from "../../../contract/texts/workspace/accounts.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useChanges } from "../../_data/ServerData.tsx";
import type { Action } from "../../_data/useAction.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { useVisit } from "../../_data/useVisit.ts";
import { useWorkspace } from "../shell/WorkspaceContext.ts";

/** Connects a new account, or the given one anew, or lets its mailbox be read; the accounts are asked for again however it ends. */
export function useConnect({
  to,
  credentialId,
  reads,
  onDone,
}: {
  to: "google" | "microsoft";
  credentialId?: string;
  /** The account's mailbox is to be read; what is said once it may be. */
  reads?: string;
  onDone?: () => void;
}): Action<[]> {
  const texts = useTexts(accountTexts);
  const exact = useTexts(exactTexts);
  const { announce, person } = useWorkspace();
  const { changed } = useChanges();
  const visit = useVisit({
    kind: "connected",
    to,
    begin: async () => {
      const purpose = reads === undefined ? {} : ({ purpose: "reading" } as const);
      const account = credentialId === undefined ? {} : { credentialId, ...purpose };
      if (to === "microsoft")
        return (await browserClient("GET /auth/microsoft/authorize", { query: account })).authorization_url;
      const query = { uid: person.uid, ...account };
      const options = { otherwise: exact.googleCredentialFailed };
      return (await browserClient("GET /auth/authorize/scope", { query }, options)).authorization_url;
    },
    onReturn: ({ email }) => {
      changed("credentials");
      announce("sent", reads ?? texts.connected(email));
      onDone?.();
    },
  });
  const run = async () => {
    const done = await visit.run();
    // A window that said nothing may still have connected the account.
    if (!done) changed("credentials");
    return done;
  };
  return { ...visit, run };
}
