import { exactTexts } from "../../../contract/texts/exact.ts";
import { accountTexts } from "../../../contract/texts/workspace/accounts.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useChanges } from "../../_data/ServerData.tsx";
import type { Action } from "../../_data/useAction.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { useVisit } from "../../_data/useVisit.ts";
import { useWorkspace } from "../shell/WorkspaceContext.ts";

/** Connects a new account, reconnects the given one, or permits reading its mailbox. Whatever the result, the accounts are loaded again. */
export function useConnect({
  to,
  credentialId,
  reads,
  onDone,
}: {
  to: "google" | "microsoft";
  credentialId?: string;
  /** For permission to read the mailbox: the text that is shown once it is granted. */
  reads?: string;
  onDone?: (() => void) | undefined;
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
    // The account may have been connected even if the window reported nothing.
    if (!done) changed("credentials");
    return done;
  };
  return { ...visit, run };
}
