import { useEffect, useRef, useState } from "react";
import { partTexts } from "../../../contract/texts/parts.ts";
import { useHydrated } from "../../_data/useHydrated.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Icon } from "../Icon.tsx";
import { FieldFrame, type FieldProps, useFieldIds } from "./Field.tsx";

type PasswordFieldProps = Omit<FieldProps, "type"> & {
  /** The id of another element that describes the field, such as the rules. */
  describedBy?: string | undefined;
};

/**
 * A password that can be shown while it is typed. When the form is sent it is hidden again, as password managers expect.
 */
export function PasswordField({ label, hint, error, describedBy, ...input }: PasswordFieldProps) {
  const texts = useTexts(partTexts);
  const ids = useFieldIds({ hint, error });
  const hydrated = useHydrated();
  const [shown, setShown] = useState(false);
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const form = frame.current?.closest("form");
    const hide = () => setShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);

  const described = [ids.control["aria-describedby"], describedBy].filter(Boolean).join(" ");
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error}>
      <div className="password" ref={frame}>
        <input
          className="input"
          {...ids.control}
          aria-describedby={described === "" ? undefined : described}
          type={shown ? "text" : "password"}
          autoCapitalize="none"
          spellCheck={false}
          {...input}
        />
        <button
          type="button"
          className="button password-toggle"
          data-variant="quiet"
          data-shape="icon"
          aria-pressed={shown}
          aria-controls={ids.control.id}
          disabled={!hydrated}
          title={shown ? texts.hide : texts.show}
          onClick={() => setShown(!shown)}
        >
          <Icon path={shown ? openEye : closedEye} />
          {/* The name stays the same, since the pressed state says the rest. */}
          <span className="visually-hidden">{texts.showField(label.toLowerCase())}</span>
        </button>
      </div>
    </FieldFrame>
  );
}

const openEye =
  "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z";
const closedEye =
  "M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3 3.7M6.3 7.5A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.5-1.2M10 10a3 3 0 0 0 4.1 4.2";
