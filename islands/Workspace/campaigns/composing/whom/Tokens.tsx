import { type ReactNode, useId, useRef } from "react";
import { whomTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Icon } from "../../../../_parts/Icon.tsx";

export type Token = {
  key: string;
  label: string;
  /** More about it, such as how many it holds. */
  detail?: string;
  /** It names what is no more. */
  isGone?: boolean;
  onRemove: () => void;
};

/** What was chosen, each with a way to take it off, and below it the ways to choose more. */
export function Tokens({
  label,
  tokens,
  children,
}: {
  label: string;
  tokens: readonly Token[];
  children: ReactNode;
}) {
  const texts = useTexts(whomTexts);
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const remove = (at: number, { onRemove }: Token) => {
    onRemove();
    // The focus would be lost with the button: it goes to the one that takes its place, or to where one chooses.
    requestAnimationFrame(() => {
      const buttons = group.current?.querySelectorAll<HTMLElement>(".token button") ?? [];
      const next = buttons[Math.min(at, buttons.length - 1)] ?? group.current?.querySelector("input");
      next?.focus();
    });
  };
  return (
    <fieldset ref={group} className="tokens-field" aria-labelledby={id}>
      <legend id={id}>{label}</legend>
      {tokens.length === 0 ? null : (
        <ul className="people-tokens">
          {tokens.map((token, at) => (
            <li key={token.key} className="people-token" data-gone={token.isGone}>
              <span>
                <bdi>{token.label}</bdi>
                {token.detail === undefined ? null : <span className="muted"> {token.detail}</span>}
              </span>
              <button type="button" aria-label={texts.remove(token.label)} onClick={() => remove(at, token)}>
                <Icon size={12} path="M6 6l12 12M18 6 6 18" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="pickers">{children}</div>
    </fieldset>
  );
}
