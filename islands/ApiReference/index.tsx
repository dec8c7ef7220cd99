import { useCallback, useEffect, useState } from "react";
import { apiTesterTexts } from "../../contract/texts/apiTester.ts";
import { useTexts } from "../_data/useTexts.ts";
import { Field } from "../_parts/fields/Field.tsx";
import { later } from "../_parts/later.tsx";
import type { ApiReferenceProps } from "./props.ts";
import { showMatching, showPlace } from "./showMatching.ts";

/** Fetched when somebody tries a call. */
const Tester = later(() => import("./Tester.tsx"), { closing: ({ onClose }) => onClose });

/** What scripts add to the reference: looking for a call, and trying one (`#try-<operation>`). */
export default function ApiReference({ signedIn }: ApiReferenceProps) {
  const texts = useTexts(apiTesterTexts);
  const [found, setFound] = useState<number | null>(null);
  const [tried, leave] = useTried();
  return (
    <>
      <search className="reference-search">
        <Field
          label={texts.search}
          hint={texts.searchHint}
          type="search"
          autoComplete="off"
          onChange={(event) => setFound(showMatching(document, event.target.value))}
        />
        <p className="muted" role="status">
          {found === null ? "" : texts.found(found)}
        </p>
      </search>
      {tried === null ? null : <Tester key={tried} operationId={tried} signedIn={signedIn} onClose={leave} />}
    </>
  );
}

const prefix = "#try-";

/** The call that the address says is to be tried, and what leads back to where it is told of. */
function useTried(): [string | null, () => void] {
  const [tried, setTried] = useState<string | null>(null);
  useEffect(() => {
    const read = () => {
      const { hash } = window.location;
      showPlace(document, hash);
      const key = hash.startsWith(prefix) ? hash.slice(prefix.length) : "";
      // A link may name what is no call, or none any more: there is nothing to try then.
      setTried(document.getElementById(key)?.closest("[data-call]") ? key : null);
    };
    read();
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);
  const leave = useCallback(() => {
    // No entry in the history: Back should not open it again.
    history.replaceState(null, "", `#${window.location.hash.slice(prefix.length)}`);
    setTried(null);
  }, []);
  return [tried, leave];
}
