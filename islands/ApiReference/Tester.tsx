import { useEffect, useState } from "react";
import { sandboxAccount } from "../../contract/sending/sandboxAccount.ts";
import { apiTesterTexts } from "../../contract/texts/apiTester.ts";
import { useTexts } from "../_data/useTexts.ts";
import { Dialog } from "../_parts/Dialog.tsx";
import { Notice } from "../_parts/Notice.tsx";
import { callsOf, type Sandbox, type TriedCall } from "./calls.ts";
import { request } from "./request.ts";
import { TestForm } from "./TestForm.tsx";

/** Where one call is tried; what it needs to know is fetched with it. */
export default function Tester({
  operationId,
  signedIn,
  onClose,
}: {
  operationId: string;
  signedIn: boolean;
  onClose: () => void;
}) {
  const texts = useTexts(apiTesterTexts);
  const [known, setKnown] = useState<Known | "loading" | "failed">("loading");
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is another look, after an account was added.
  useEffect(() => {
    let isWanted = true;
    load(operationId, signedIn).then(
      (found) => isWanted && setKnown(found),
      () => isWanted && setKnown("failed"),
    );
    return () => {
      isWanted = false;
    };
  }, [operationId, signedIn, turn]);
  const addSandbox = async () => {
    await request({ method: "POST", url: "/amplify/auth/credentials", body: JSON.stringify(sandboxAccount) });
    setTurn(turn + 1);
  };
  const call = typeof known === "string" ? null : known.call;
  return (
    <Dialog
      // Not before its fields are there, the first of which takes the focus.
      open={known !== "loading"}
      size="wide"
      title={call === null ? texts.loading : texts.title(`${call.method} ${call.path}`)}
      onClose={onClose}
    >
      {known === "failed" ? <Notice status="failed">{texts.notLoaded}</Notice> : null}
      {typeof known === "string" ? null : (
        <TestForm key={known.sandbox?._id} {...known} signedIn={signedIn} onAddSandbox={addSandbox} />
      )}
    </Dialog>
  );
}

type Known = { call: TriedCall; sandbox: Sandbox | null };

async function load(operationId: string, signedIn: boolean): Promise<Known> {
  const [document, accounts] = await Promise.all([
    request({ method: "GET", url: "/openapi.json" }),
    signedIn ? request({ method: "GET", url: "/amplify/auth/credentials" }) : null,
  ]);
  const call = callsOf(JSON.parse(document.text)).get(operationId);
  if (call === undefined) throw new Error(operationId);
  const mine =
    accounts?.status === 200 ? (JSON.parse(accounts.text) as (Sandbox & { provider: string })[]) : [];
  return { call, sandbox: mine.find(({ provider }) => provider === "sandbox") ?? null };
}
