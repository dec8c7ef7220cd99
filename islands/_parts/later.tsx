import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { screenLimits } from "../../contract/limits/screen.ts";
import { partTexts } from "../../contract/texts/parts.ts";
import { useTexts } from "../_data/useTexts.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { Notice } from "./Notice.tsx";

type LaterOptions<Props> = {
  /** What stands in its place until it is there; nothing unless said. */
  meanwhile?: ReactNode | ((props: Props) => ReactNode);
  /** Nobody has asked for it: where it cannot be had, nothing is said. */
  isQuiet?: boolean;
  /** It opens over the page, and so does what is said where it cannot be had; this closes it. */
  closing?: (props: Props) => () => void;
};

/** `fetch` has it at hand before it is shown. */
export type Later<Props> = ComponentType<Props> & { fetch: () => Promise<void> };

/**
 * A part whose code is fetched when it is first shown: `later(() => withStyles("name", () => import("./Part.tsx")))`.
 *
 * React's own `lazy` is not used. Once its fallback was seen it stays for 300 ms (`FALLBACK_THROTTLE_MS`), also where
 * the code came after ten; and one part that cannot be fetched, from a server that is away or is newer than the page,
 * takes the whole island off the page, with all that was typed in it.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  options: LaterOptions<Props> = {},
): Later<Props> {
  let coming: Promise<void> | undefined;
  const code: Code<Props> = {
    Part: undefined,
    fetch() {
      coming ??= load()
        .then((loaded) => {
          code.Part = loaded.default;
        })
        .finally(() => {
          coming = undefined;
        });
      return coming;
    },
  };
  return Object.assign((props: Props) => <Fetched code={code} options={options} props={props} />, {
    fetch: code.fetch,
  });
}

type Code<Props> = { Part: ComponentType<Props> | undefined; fetch: () => Promise<void> };

function Fetched<Props extends object>({
  code,
  options: { meanwhile = null, isQuiet = false, closing },
  props,
}: {
  code: Code<Props>;
  options: LaterOptions<Props>;
  props: Props;
}) {
  const [attempt, setAttempt] = useState({ count: 0, hasFailed: false });
  const { Part } = code;
  const isThere = Part !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is a reason to fetch it.
  useEffect(() => {
    if (isThere) return;
    let isWanted = true;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const settle = (hasFailed: boolean) => {
      if (!isWanted) return;
      setAttempt(({ count }) => ({ count, hasFailed }));
      // A server that was away is found again without a press.
      const again = () => setAttempt(({ count }) => ({ count: count + 1, hasFailed }));
      if (hasFailed) retry = setTimeout(again, screenLimits.partRetryMs);
    };
    code.fetch().then(
      () => settle(false),
      () => settle(true),
    );
    return () => {
      isWanted = false;
      clearTimeout(retry);
    };
  }, [isThere, attempt.count]);

  if (Part !== undefined) return <Part {...props} />;
  if (!attempt.hasFailed) return typeof meanwhile === "function" ? meanwhile(props) : meanwhile;
  if (isQuiet) return null;
  const again = () => setAttempt(({ count }) => ({ count: count + 1, hasFailed: false }));
  return <NotFetched onAgain={again} {...(closing === undefined ? {} : { onClose: closing(props) })} />;
}

/** A page of an older version asks for parts that its server no longer has: loading it again helps where trying does not. */
function NotFetched({ onAgain, onClose }: { onAgain: () => void; onClose?: () => void }) {
  const texts = useTexts(partTexts).notFetched;
  const ways = (
    <div className="actions">
      <Button onClick={onAgain}>{texts.again}</Button>
      <Button onClick={() => window.location.reload()}>{texts.reload}</Button>
    </div>
  );
  if (onClose === undefined)
    return (
      <Notice status="failed">
        <p>{texts.why}</p>
        {ways}
      </Notice>
    );
  return (
    <Dialog open title={texts.title} onClose={onClose}>
      <p role="alert">{texts.why}</p>
      {ways}
    </Dialog>
  );
}
