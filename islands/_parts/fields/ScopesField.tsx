import type { UseFormRegisterReturn } from "react-hook-form";
import { keyScopes } from "../../../contract/identity/keys.ts";
import { keyTexts } from "../../../contract/texts/workspace/keys.ts";
import { useTexts } from "../../_data/useTexts.ts";

/** A checkbox for each scope of a key. */
export function ScopesField({ error, ...field }: UseFormRegisterReturn & { error?: string | undefined }) {
  const texts = useTexts(keyTexts);
  return (
    <fieldset className="key-scopes" aria-describedby={error === undefined ? undefined : "key-scopes-error"}>
      <legend>{texts.form.scopes}</legend>
      {keyScopes.map((scope) => (
        <label key={scope} className="check">
          <input type="checkbox" value={scope} {...field} />
          <span>
            <strong>{texts.scopes[scope].name}</strong>{" "}
            <span className="muted">{texts.scopes[scope].about}</span>
          </span>
        </label>
      ))}
      {error === undefined ? null : (
        <p className="field-error" id="key-scopes-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
