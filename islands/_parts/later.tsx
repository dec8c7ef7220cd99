import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { screenLimits } from "../../contract/limits/screen.ts";
import { partTexts } from "../../contract/texts/parts.ts";
import { useTexts } from "../_data/useTexts.ts";
import { serverAnswers } from "../_runtime/serverAnswers.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { Notice } from "./Notice.tsx";

type LaterOptions<Props> = {
  /** Shown until the part is loaded; nothing by default. */
  meanwhile?: ReactNode | ((props: Props) => ReactNode);
  /** For parts that nobody asked for: if one cannot be loaded, nothing is shown. */
  isQuiet?: boolean;
  /** For parts that open over the page, as does the message if they cannot be loaded. This closes them. */
  closing?: (props: Props) => () => void;
};

/** `fetch` loads it before it is shown. */
export type Later<Props> = ComponentType<Props> & { fetch: () => Promise<void> };

/**
 * A part whose code is loaded when it is first shown: `later(() => withStyles("name", () => import("./Part.tsx")))`.
 *
 * React's own `lazy` is not used. Once its fallback was shown it stays for 300 ms (`FALLBACK_THROTTLE_MS`), even if the
 * code arrives after ten. And a part that cannot be loaded, because the server is down or newer than the page, takes the
 * whole island off the page, with everything that was typed in it.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  options: LaterOptions<Props> = {},
): Later<Props> {
  let coming: Promise<void> | undefined;
  const code: Code<Props> = {
    Part: undefined,
    fetch() {
      // Firefox and Safari keep a module that could not be fetched as failed for good, so none is asked for in vain.
      coming ??= serverAnswers()
        .then(load)
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
      // If the server was down, the part is loaded without a press once it is back.
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

/**
 * A page of an older version may request parts that its server no longer has. Then reloading the page helps, and trying
 * again does not.
 */
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
